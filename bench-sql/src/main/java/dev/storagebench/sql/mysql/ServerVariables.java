package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.datasets.ResourceLines;
import dev.storagebench.sql.jdbc.ExternalServer;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.proxy.ProxyOptions;
import dev.storagebench.sql.server.OptionFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The server variables that a candidate sets, as options or in an option file. Rejected are those
 * that are the same for all candidates and those that keep an own server safe. Names must be those
 * of system variables in full ({@code -} and {@code _} alike); the server checks them and their
 * values.
 */
final class ServerVariables {
  /** The candidate's option for the row format, which is no server variable. */
  static final String FORMAT = "format";

  /** The candidate's option that names an option file. */
  static final String FILE = "my.cnf";

  /** MyRocks' variable that contains options of its own, which are added to the adapter's. */
  static final String COLUMN_FAMILY = "rocksdb_default_cf_options";

  private static final String FLUSH_METHOD = "innodb_flush_method";
  private static final Set<String> FLUSH_METHODS = Set.of("fsync", "o_direct", "o_dsync");

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]+");

  // Prefixes that the server removes from the name of an option.
  private static final Pattern PREFIXED = Pattern.compile("(loose|skip|disable|enable|maximum)_.*");

  /**
   * Reason to refuse some variables: what they would change.
   *
   * @param names of variables, or their beginnings or ends with an asterisk for the rest
   */
  private record Rule(String change, Set<String> names) {
    /** The server accepts an abbreviated name as well. */
    boolean matches(String name) {
      return names.stream()
          .anyMatch(
              word -> {
                String stem = word.replace("*", "");
                return word.startsWith("*")
                    ? name.endsWith(stem)
                    : stem.startsWith(name) || (word.endsWith("*") && name.startsWith(stem));
              });
    }

    /**
     * Reads blocks that are separated by empty lines: what would change, a colon, and the names in
     * lines of their own.
     */
    static List<Rule> read(String resource) {
      return Pattern.compile("\n\n")
          .splitAsStream(String.join("\n", ResourceLines.of(ServerVariables.class, resource)))
          .map(block -> block.split(":\n", 2))
          .map(parts -> new Rule(parts[0], Set.of(parts[1].strip().split("\\s+"))))
          .toList();
    }
  }

  private static final List<Rule> REJECTED = Rule.read("rejected-variables.txt");

  private static final List<Rule> REJECTED_OF_COLUMN_FAMILY =
      Rule.read("rejected-column-family-options.txt");

  private ServerVariables() {}

  /**
   * Names the condition that an option would change and candidates must not change; for an option
   * file, all lines that would.
   *
   * @throws IllegalArgumentException if an option file cannot be read
   */
  static Optional<String> conditionOf(String option, String value) {
    if (option.equals(FORMAT)) {
      return Optional.empty();
    }
    if (!option.equals(FILE)) {
      return ofVariable(normal(option), value);
    }
    List<String> lines =
        OptionFile.read(Path.of(value)).stream()
            .flatMap(
                line ->
                    ofVariable(normal(line.name()), line.value())
                        .map(
                            condition ->
                                "%s: %s=%s: %s"
                                    .formatted(line.where(), line.name(), line.value(), condition))
                        .stream())
            .toList();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of("\n  " + String.join("\n  ", lines) + "\n  remove these lines");
  }

  private static Optional<String> ofVariable(String name, String value) {
    if (PREFIXED.matcher(name).matches()) {
      return Optional.of(
          "another variable; use its name without '%s'"
              .formatted(name.substring(0, name.indexOf('_') + 1)));
    }
    if (name.equals(COLUMN_FAMILY)) {
      return columnFamily(value).keySet().stream()
          .flatMap(each -> match(REJECTED_OF_COLUMN_FAMILY, each).stream())
          .findFirst();
    }
    if (name.equals(FLUSH_METHOD)) {
      return FLUSH_METHODS.contains(value.toLowerCase(Locale.ROOT))
          ? Optional.empty()
          : Optional.of(
              "durability; only fsync, O_DIRECT and O_DSYNC flush as durability= requires");
    }
    return match(REJECTED, name);
  }

  private static Optional<String> match(List<Rule> rules, String name) {
    return rules.stream().filter(rule -> rule.matches(name)).map(Rule::change).findFirst();
  }

  private static String normal(String name) {
    return name.replace('-', '_').toLowerCase(Locale.ROOT);
  }

  /** The options in the value of {@link #COLUMN_FAMILY}, with or without braces around it. */
  private static Map<String, String> columnFamily(String value) {
    return Candidate.options(value.replaceFirst("(?s)^\\{(.*)}$", "$1"));
  }

  /** Options in RocksDB's notation, to be added to others; empty for none. */
  static String columnFamilyOptions(Map<String, String> resolved) {
    return columnFamily(resolved.getOrDefault(COLUMN_FAMILY, "")).entrySet().stream()
        .map(option -> ";" + option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining());
  }

  /**
   * A candidate's options with those of its option file in place of the file's name; an option
   * beside the file replaces one in it. Resolving what is resolved changes nothing.
   *
   * @throws IllegalArgumentException if a name cannot be one of a server variable, or the file
   *     cannot be read
   */
  static Map<String, String> resolve(Map<String, String> options) {
    Map<String, String> resolved = new LinkedHashMap<>();
    String file = options.get(FILE);
    if (file != null) {
      OptionFile.read(Path.of(file))
          .forEach(line -> put(resolved, line.name(), line.value(), line.where() + ": "));
    }
    options.forEach(
        (name, value) -> {
          if (ProxyOptions.isOne(name) || ExternalServer.isOption(name)) {
            resolved.put(name, value);
          } else if (!name.equals(FILE)) {
            put(resolved, name, value, "");
          }
        });
    return resolved;
  }

  private static void put(Map<String, String> resolved, String name, String value, String where) {
    String normal = normal(name);
    if (!NAME.matcher(normal).matches() || value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "%s'%s=%s': expected the name of a server variable and its value, %s=FORMAT or %s=FILE"
              .formatted(where, name, value, FORMAT, FILE));
    }
    resolved.put(normal, value);
  }

  /** The names of the variables among resolved options. */
  static List<String> names(Map<String, String> resolved) {
    return resolved.keySet().stream()
        .filter(
            name ->
                !name.equals(FORMAT) && !ProxyOptions.isOne(name) && !ExternalServer.isOption(name))
        .toList();
  }

  /** The options of the adapter and, with precedence behind them, those of the candidate. */
  static List<String> commandLine(List<String> adapter, Map<String, String> resolved) {
    List<String> words = new ArrayList<>(adapter);
    if (sizesLogFiles(resolved)) {
      words.removeIf(word -> word.startsWith("--loose-innodb-redo-log-capacity"));
    }
    names(resolved).stream()
        .filter(name -> !name.equals(COLUMN_FAMILY))
        .forEach(name -> words.add("--" + name.replace('_', '-') + "=" + resolved.get(name)));
    return words;
  }

  /** A server with {@code innodb_redo_log_capacity} on its command line would ignore these. */
  private static boolean sizesLogFiles(Map<String, String> resolved) {
    return resolved.keySet().stream().anyMatch(name -> name.startsWith("innodb_log_file"));
  }

  /**
   * The adapter's report with the candidate's variables and their values in the server.
   *
   * @throws EngineException if the server accepted an abbreviated name
   */
  static List<AppliedSetting> report(
      List<AppliedSetting> adapter, Map<String, String> resolved, Pool pool) {
    List<AppliedSetting> report = new ArrayList<>(adapter);
    List<String> names = names(resolved);
    report.removeIf(
        setting ->
            names.contains(setting.name())
                || (sizesLogFiles(resolved) && setting.name().equals("innodb_redo_log_capacity")));
    for (String name : names) {
      List<String> row =
          pool.row("SHOW GLOBAL VARIABLES WHERE variable_name = '%s'".formatted(name));
      if (row.isEmpty()) {
        throw new EngineException(
            "'%s' is not the full name of a system variable of the server".formatted(name));
      }
      report.add(
          new AppliedSetting(
              name,
              row.get(1),
              Role.CANDIDATE,
              "option of the candidate, given as " + resolved.get(name)));
    }
    return report;
  }
}
