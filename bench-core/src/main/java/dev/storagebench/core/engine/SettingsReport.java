package dev.storagebench.core.engine;

import static java.util.regex.Matcher.quoteReplacement;

import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.datasets.ResourceLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collects how an adapter applies the settings, in the order of {@link EngineSettings}; what is
 * reported later under the same name replaces it.
 */
public final class SettingsReport {
  // An open place of a line.
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

  private final List<AppliedSetting> settings = new ArrayList<>();

  /**
   * Adds the lines of an engine in {@code settings.txt} beside a class, each {@code ENGINE HOW
   * SETTING[=VALUE] | TEXT}, where ENGINE is a regular expression and HOW one of these:
   *
   * <ul>
   *   <li>{@code honoured}, {@code ignored}, {@code replaced} and {@code own}, as the methods of
   *       these names, whatever was asked for;
   *   <li>{@code asked}: as requested; VALUE is the engine's default;
   *   <li>{@code limited}: as requested, or else {@code replaced}, with one more {@code | TEXT} for
   *       the reason if it is another one; {@code fixed}: as requested, or else {@code ignored};
   *   <li>{@code durability}: SETTING is the level that is asked for, VALUE one that replaces it.
   * </ul>
   *
   * @param asked null if no line depends on the settings
   * @param inForce the values, by the settings' names, and the texts for {@code {places}} that the
   *     lines leave open; lines that stay without their value, or with an open place, are left out
   * @throws RuntimeException if a line is invalid, or a name occurs in none
   */
  public SettingsReport listed(
      Class<?> beside, String engine, @Nullable EngineSettings asked, Map<String, ?> inForce) {
    List<String> lines =
        ResourceLines.of(beside, "settings.txt").stream()
            .filter(line -> engine.matches(line.split(" ", 2)[0]))
            .toList();
    for (String name : inForce.keySet()) {
      if (lines.stream().noneMatch(line -> line.contains(name))) {
        throw new IllegalStateException("settings.txt has no %s of %s".formatted(name, engine));
      }
    }
    lines.forEach(line -> list(line, asked, inForce));
    return this;
  }

  private void list(String line, @Nullable EngineSettings asked, Map<String, ?> inForce) {
    if (PLACE.matcher(line).results().anyMatch(open -> !inForce.containsKey(open.group(1)))) {
      return;
    }
    String[] texts =
        Stream.of(line.split(" \\| ", -1))
            .map(PLACE::matcher)
            .map(
                places ->
                    places.replaceAll(open -> quoteReplacement("" + inForce.get(open.group(1)))))
            .toArray(String[]::new);
    String[] words = texts[0].split(" ", 3);
    String[] setting = words[2].split("=", 2);
    String name = setting[0];
    Object value = inForce.get(name);
    if (value == null && setting.length > 1) {
      value = setting[1];
    }
    String how = words[1];
    switch (how) {
      case "asked", "limited", "fixed" -> {
        Optional<?> wanted = asked(name, Objects.requireNonNull(asked));
        if (wanted.isEmpty()) {
          add(name, Objects.requireNonNull(value, line), Role.DEFAULT, texts[1]);
        } else if (how.equals("asked") || wanted.get().toString().equals("" + value)) {
          honoured(name, wanted.get(), texts[1]);
        } else if (how.equals("limited")) {
          replaced(name, Objects.requireNonNull(value, line), texts[texts.length - 1]);
        } else {
          ignored(name, texts[2]);
        }
      }
      case "durability" -> {
        if (name.equals(EnumNames.of(Objects.requireNonNull(asked).durability()))) {
          Role role = value == null ? Role.HONOURED : Role.REPLACED;
          add("durability", value == null ? name : value, role, texts[1]);
        }
      }
      default -> {
        Role role = Role.valueOf(how.toUpperCase(Locale.ROOT));
        if (role == Role.IGNORED) {
          ignored(name, texts[1]);
        } else if (value != null) {
          add(name, value, role, texts[1]);
        }
      }
    }
  }

  private static Optional<?> asked(String name, EngineSettings asked) {
    return switch (name) {
      case "cacheBytes" -> Optional.of(asked.cacheBytes());
      case "writeBufferBytes" -> asked.writeBufferBytes();
      case "blockBytes" -> asked.blockBytes();
      case "compression" -> Optional.of(asked.compression());
      case "bloomBitsPerKey" -> asked.bloomBitsPerKey();
      default -> throw new IllegalStateException("no common setting " + name);
    };
  }

  /** Applied as requested, by the engine's option of this name. */
  public SettingsReport honoured(String name, Object value, String option) {
    return add(name, value, Role.HONOURED, option);
  }

  /** Replaced by something at least as strong. */
  public SettingsReport replaced(String name, Object value, String reason) {
    return add(name, value, Role.REPLACED, reason);
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
