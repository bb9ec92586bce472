package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The properties of a JDBC driver that differ from its defaults, each with its reason. */
public record DriverSettings(List<Setting> settings) {

  /**
   * One property.
   *
   * @param shown the value in results, where that of a temporary file, say, would only differ
   */
  public record Setting(String name, String value, String reason, String shown) {

    /** A property whose value is shown. */
    public Setting(String name, String value, String reason) {
      this(name, value, reason, value);
    }
  }

  /** These settings and more, unless they are there already. */
  public DriverSettings with(List<Setting> more) {
    List<Setting> all = new ArrayList<>(settings);
    more.stream()
        .filter(one -> settings.stream().noneMatch(each -> each.name().equals(one.name())))
        .forEach(all::add);
    return new DriverSettings(List.copyOf(all));
  }

  /** Without what a URL sets itself: whoever wrote it knows better. */
  public DriverSettings unlessIn(String url) {
    return new DriverSettings(
        settings.stream().filter(setting -> !url.contains(setting.name() + "=")).toList());
  }

  Properties properties() {
    Properties properties = new Properties();
    settings.forEach(setting -> properties.setProperty(setting.name(), setting.value()));
    return properties;
  }

  /** For the report of a store's settings. */
  public List<AppliedSetting> report() {
    return settings.stream()
        .map(
            setting ->
                new AppliedSetting(
                    setting.name(), setting.shown(), AppliedSetting.Role.OWN, setting.reason()))
        .toList();
  }
}
