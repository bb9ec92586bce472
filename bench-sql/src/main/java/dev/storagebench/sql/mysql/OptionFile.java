package dev.storagebench.sql.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a server's option file ({@code my.cnf}): the options of the groups that servers read. Files
 * are not included, and values have no escapes.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/option-files.html">its syntax</a>
 */
final class OptionFile {
  private static final Set<String> GROUPS = Set.of("mysqld", "server", "mariadb", "mariadbd");
  private static final Pattern GROUP = Pattern.compile("\\[([^\\]]+)]");
  private static final Pattern OPTION =
      Pattern.compile("([\\w-]+)(?:\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^#\"']*))?(?:\\s*#.*)?");

  /**
   * One option.
   *
   * @param name as in the file
   * @param value without quotes; {@code true} of an option that has none
   * @param where file and line, for messages
   */
  record Line(String name, String value, String where) {}

  private OptionFile() {}

  /**
   * The options in their order.
   *
   * @throws IllegalArgumentException if the file cannot be read, or a line is not understood: with
   *     file, line number and text
   */
  static List<Line> read(Path file) {
    List<String> texts;
    try {
      texts = Files.readAllLines(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read my.cnf=%s: %s".formatted(file, e), e);
    }
    List<Line> options = new ArrayList<>();
    String group = "";
    boolean ofServer = false;
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i).strip();
      String where = "%s, line %d".formatted(file, i + 1);
      Matcher heading = GROUP.matcher(text);
      if (text.isEmpty() || text.startsWith("#") || text.startsWith(";")) {
        continue;
      }
      if (heading.matches()) {
        group = heading.group(1).strip().toLowerCase(Locale.ROOT);
        ofServer = GROUPS.contains(group);
      } else if (text.startsWith("!")) {
        throw new IllegalArgumentException(
            "%s: '%s': other files are not included; copy their options into this one"
                .formatted(where, text));
      } else if (group.isEmpty()) {
        throw new IllegalArgumentException(
            "%s: '%s' stands before any group; expected [mysqld] first".formatted(where, text));
      } else if (ofServer) {
        options.add(option(text, where));
      }
    }
    if (options.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no option in a group of a server: [mysqld], [server], [mariadb] or [mariadbd]"
              .formatted(file));
    }
    return options;
  }

  private static Line option(String text, String where) {
    Matcher option = OPTION.matcher(text);
    if (!option.matches() || text.contains("\\")) {
      throw new IllegalArgumentException(
          "%s: '%s' is not understood; expected name=value, without escapes"
              .formatted(where, text));
    }
    String value = option.group(2);
    return new Line(
        option.group(1),
        value == null ? "true" : value.strip().replaceAll("^(['\"])(.*)\\1$", "$2"),
        where);
  }
}
