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
   * @param shown the value in results; differs for temporary files
   */
  public record Setting(String name, String value, String reason, String shown) {

    /** A property that is shown as it is. */
    public Setting(String name, String value, String reason) {
      this(name, value, reason, value);
    }
  }

  /** With more settings, unless they are set already. */
  public DriverSettings with(List<Setting> more) {
    List<Setting> all = new ArrayList<>(settings);
    more.stream()
        .filter(one -> settings.stream().noneMatch(each -> each.name().equals(one.name())))
        .forEach(all::add);
    return new DriverSettings(List.copyOf(all));
  }

  /** Without the properties that a URL sets itself. */
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
