package dev.storagebench.sql.server;

import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the options of a server's groups in an option file ({@code my.cnf}). It supports neither
 * included files nor escapes in values.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/option-files.html">its syntax</a>
 */
public final class OptionFile {
  private static final Set<String> GROUPS = Set.of("mysqld", "server", "mariadb", "mariadbd");
  private static final Pattern GROUP = Pattern.compile("\\[([^\\]]+)]");
  private static final Pattern OPTION =
      Pattern.compile("([\\w-]+)(?:\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^#\"']*))?(?:\\s*#.*)?");

  /**
   * One option.
   *
   * @param value without quotes; {@code true} of an option that has none
   */
  public record Line(String name, String value, String where) {}

  private OptionFile() {}

  /**
   * The options in their order.
   *
   * @throws IllegalArgumentException if the file cannot be read or a line is invalid, with file,
   *     line number and text
   */
  public static List<Line> read(Path file) {
    List<String> texts;
    try {
      texts = SmallFile.read(file).lines().toList();
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read my.cnf=%s: %s".formatted(file, e), e);
    }
    List<Line> options = new ArrayList<>();
    String group = "";
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i).strip();
      String where = "%s, line %d".formatted(file, i + 1);
      Matcher heading = GROUP.matcher(text);
      if (heading.matches()) {
        group = heading.group(1).strip().toLowerCase(Locale.ROOT);
      } else if (text.startsWith("!")) {
        throw mistake(
            where, text, "'%s': files are not included; copy their options into this one");
      } else if (!text.isEmpty() && !text.startsWith("#") && !text.startsWith(";")) {
        if (group.isEmpty()) {
          throw mistake(where, text, "'%s' is not in a group; expected [mysqld] first");
        }
        if (GROUPS.contains(group)) {
          options.add(option(text, where));
        }
      }
    }
    if (options.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no options in [mysqld], [server], [mariadb] or [mariadbd]".formatted(file));
    }
    return options;
  }

  private static Line option(String text, String where) {
    Matcher option = OPTION.matcher(text);
    if (!option.matches() || text.contains("\\")) {
      throw mistake(where, text, "invalid option '%s' (expected name=value, without escapes)");
    }
    String value = option.group(2);
    return new Line(
        option.group(1),
        value == null ? "true" : value.strip().replaceAll("^(['\"])(.*)\\1$", "$2"),
        where);
  }

  private static IllegalArgumentException mistake(String where, String text, String problem) {
    return new IllegalArgumentException(
        where + ": " + problem.replace("%s", Excerpt.printable(text)));
  }
}
