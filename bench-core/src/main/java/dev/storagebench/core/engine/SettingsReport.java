package dev.storagebench.core.engine;

import dev.storagebench.core.engine.AppliedSetting.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects how an adapter applies the settings, in the order of {@link EngineSettings}; what is
 * reported later under the same name replaces it.
 */
public final class SettingsReport {
  private final List<AppliedSetting> settings = new ArrayList<>();

  /** Applied as requested, by the engine's option of this name. */
  public SettingsReport honoured(String name, Object value, String option) {
    return add(name, value, Role.HONOURED, option);
  }

  /**
   * Applied as requested or, if nothing was, kept at the engine's own default.
   *
   * @param byDefault the engine's own default
   */
  public SettingsReport honoured(String name, Optional<?> asked, Object byDefault, String option) {
    return asked.isPresent()
        ? honoured(name, asked.get(), option)
        : add(name, byDefault, Role.DEFAULT, option);
  }

  /** Replaced by something at least as strong. */
  public SettingsReport replaced(String name, Object value, String reason) {
    return add(name, value, Role.REPLACED, reason);
  }

  /**
   * A size that the engine may limit or round.
   *
   * @param option the engine's option, if it has the size that was asked for
   * @param reason otherwise, why it has another one
   */
  public SettingsReport limited(
      String name, long asked, long inForce, String option, String reason) {
    return inForce == asked ? honoured(name, inForce, option) : replaced(name, inForce, reason);
  }

  /**
   * Reports a setting as {@link #limited(String, long, long, String, String)} does, or the engine's
   * own default.
   */
  public SettingsReport limited(
      String name, Optional<? extends Number> asked, long inForce, String option, String reason) {
    return asked.isPresent()
        ? limited(name, asked.get().longValue(), inForce, option, reason)
        : add(name, inForce, Role.DEFAULT, option);
  }

  /**
   * The durability, by the engine's options for each level.
   *
   * @param weakest the weakest level that the engine has, which replaces weaker ones
   */
  public SettingsReport durability(
      Durability asked, Durability weakest, String none, String process, String sync) {
    String option =
        switch (asked) {
          case NONE -> none;
          case PROCESS -> process;
          case SYNC -> sync;
        };
    return asked.compareTo(weakest) < 0
        ? replaced("durability", weakest, option)
        : honoured("durability", asked, option);
  }

  /** The engine has no such setting. */
  public SettingsReport ignored(String name, String reason) {
    return add(name, "-", Role.IGNORED, reason);
  }

  /** The adapter changes the engine's default. */
  public SettingsReport own(String name, Object value, String reason) {
    return add(name, value, Role.OWN, reason);
  }

  /**
   * The options of the candidate, which the engine accepted; they override the adapter's and, by
   * the option's name or one nested in its value, the engine's defaults.
   */
  public SettingsReport candidate(Map<String, String> options) {
    options.forEach(
        (name, value) -> {
          String text = name + "=" + value;
          settings.removeIf(
              each ->
                  each.role() == Role.DEFAULT
                      && text.contains(each.reason().split("[,;]", -1)[0] + "="));
          add(name, value, Role.CANDIDATE, "option of the candidate");
        });
    return this;
  }

  private SettingsReport add(String name, Object value, Role role, String reason) {
    String text = value instanceof Enum<?> constant ? EnumNames.of(constant) : "" + value;
    settings.removeIf(setting -> setting.name().equals(name));
    settings.add(new AppliedSetting(name, text, role, reason));
    return this;
  }

  /** All settings reported so far. */
  public List<AppliedSetting> settings() {
    return List.copyOf(settings);
  }
}
