package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Every command line that a page, an example, a suite or the help shows: parsed and planned as if
 * it were entered, without being run.
 *
 * <p>A word in capitals is a placeholder, one of {@link #PLACEHOLDERS}, as are the names of things
 * that only a reader has; "…" and words in brackets stand for more options. Two spaces end a
 * command, and what follows explains it.
 */
class CommandLinesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String RUN = "docs/results/quick";
  private static final Map<String, String> PLACEHOLDERS =
      Map.ofEntries(
          Map.entry("RUN", RUN),
          Map.entry("THEIR-RUN", RUN),
          Map.entry("OLD", RUN),
          Map.entry("NEW", RUN),
          Map.entry("FOLDER", RUN),
          Map.entry("FILE", "docs/examples/02-orders.csv"),
          Map.entry("NAME", "quick"),
          Map.entry("NAME|FILE.yaml", "quick"),
          Map.entry("COMMAND", "suite"),
          Map.entry("SERVER", "jdbc:mysql://db1/bench"),
          Map.entry("PROXY", "jdbc:mysql://db2/bench"),
          Map.entry("JMH-ARGS", "PointRead"),
          // Of a script and of workflows.
          Map.entry("$run", RUN),
          Map.entry("$2", "20m"),
          Map.entry("$3", "--resume"));
  private static final Pattern NOT_HERE =
      Pattern.compile(
          "^unknown candidate of the run|installed|not been downloaded|cannot load|can(not)? run here");
  private static final Pattern RUNS = Pattern.compile("runs/[\\w-]+");
  private static final Pattern PLUGINS = Pattern.compile("\\b(my-engine|log-example)\\b");
  private static final Pattern FILE =
      Pattern.compile(
          "[\\w./{}-]*\\w(?<!my)\\.(?:csv|zst|gz|bz2|txt|jar|so\\.0|so|yaml|records|sql|cnf)(?![\\w=.])");
  private static final Pattern RELEASE = Pattern.compile("\\b\\d+(\\.\\d+){2}\\b");

  private static final Pattern JAR =
      Pattern.compile("java(?: -[-\\w.=]+)* -jar (?:[\\w$./]*/)?benchmarks\\.jar(?=[\\s`'\"]|$)");
  // Rows below a text that ends with the program's name: the options are in their second column.
  private static final Pattern TABLE =
      Pattern.compile("`java -jar benchmarks\\.jar` and:\\s*\\n((?:\\|.*\\n)+)");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern WORD =
      Pattern.compile("\\G ?((?:[^\\s'\"\\\\|>;&#]|'[^']*'|\"[^\"]*\"|\\|(?! ))+)");

  @TempDir private Path folder;

  private final Properties before = (Properties) System.getProperties().clone();

  @AfterEach
  void restoreProperties() {
    System.setProperties(before);
  }

  private static List<Path> texts() throws IOException {
    List<Path> texts = new ArrayList<>();
    for (String each : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
      texts.add(ROOT.resolve(each));
    }
    for (String each : List.of("docs", ".github", "scripts", "benchmarks/src/main/resources")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(each))) {
        files
            .filter(file -> file.toString().matches(".*\\.(md|ya?ml|sh|sql|txt)"))
            // The commands of published runs are those of their versions.
            .filter(file -> !file.toString().matches(".*/results/.*/summary\\.(md|txt)"))
            .forEach(texts::add);
      }
    }
    return texts;
  }

  /** The commands of a text, without the program's name. */
  private static List<String> commands(Path file) throws IOException {
    String text = Files.readString(file).replaceAll(" *\\\\\\n(?:#|--)?\\s*", " ");
    List<String> commands = new ArrayList<>();
    Matcher jar = JAR.matcher(text);
    while (jar.find()) {
      String line = text.substring(text.lastIndexOf('\n', jar.start()) + 1, jar.start());
      String end = text.substring(jar.end()).lines().findFirst().orElse("");
      boolean inCode = line.chars().filter(each -> each == '`').count() % 2 == 1;
      commands.add(inCode ? end.replaceFirst("`.*", "") : end);
    }
    Matcher table = TABLE.matcher(text);
    while (table.find()) {
      for (String row : table.group(1).lines().toList()) {
        List<String> options =
            CODE.matcher(row.split("(?<!\\\\)\\|", -1)[2])
                .results()
                .map(code -> code.group(1))
                .toList();
        // Behind a command, and behind what is replayed, there are more options of it.
        boolean isOne = !options.isEmpty() && !options.get(0).startsWith("--");
        commands.addAll(
            isOne || options.contains("--rate recorded")
                ? List.of(String.join(" ", options))
                : options);
      }
    }
    return commands;
  }

  private String[] words(String command) throws IOException {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      String each = word.group(1).replaceAll("['\"]", "");
      if (!each.matches("…|\\$@|\\[.*]")) {
        words.add(withFiles(PLACEHOLDERS.getOrDefault(each, each)));
      }
    }
    // A command alone is mentioned, not entered.
    if (words.size() == 1 && Main.commands().contains(words.get(0))) {
      words.add(0, "help");
    }
    return words.toArray(String[]::new);
  }

  /** The word with files that exist in place of those that it names: ours, or one of its kind. */
  private String withFiles(String word) throws IOException {
    Path ours = ROOT.resolve(RUNS.matcher(word).matches() ? RUN : word);
    if (word.matches("[\\w.-]+/[\\w./-]+") && Files.exists(ours)) {
      return ours.toString();
    }
    StringBuilder with = new StringBuilder();
    Matcher file = FILE.matcher(PLUGINS.matcher(word).replaceAll("h2"));
    while (file.find()) {
      file.appendReplacement(with, Matcher.quoteReplacement(file(file.group()).toString()));
    }
    return file.appendTail(with).toString();
  }

  private Path file(String name) throws IOException {
    if (Files.exists(ROOT.resolve(name))) {
      return ROOT.resolve(name);
    }
    String kind = name.substring(name.lastIndexOf('.'));
    Path file = folder.resolve("file" + kind);
    switch (kind) {
      case ".so", ".0" -> {
        return Path.of(System.getProperty("java.home"), "lib", "libjava.so");
      }
      case ".yaml" -> Files.writeString(file, SuiteFiles.text("quick"));
      case ".sql" ->
          Files.writeString(file, Files.readString(ROOT.resolve("docs/examples/08-transfer.sql")));
      case ".cnf" -> Files.writeString(file, "[mysqld]\ninnodb_io_capacity=200\n");
      default ->
          Files.writeString(
              file,
              "product/productId: B1\nreview/userId: A1\nreview/score: 5.0\nreview/text: a\n\n");
    }
    return file;
  }

  /** Parses and plans a command. */
  private static void plan(String... words) throws Exception {
    String[] ordered = Main.ordered(words);
    ParseResult parsed = Main.commandLine(ordered).parseArgs(ordered);
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    CommandSpec spec = parsed.commandSpec();
    Map<String, String> parameters = parsed.matchedOptionValue("-p", Map.of());
    if (spec.userObject() instanceof BenchCommand && !parsed.unmatched().isEmpty()) {
      List<String> jmh = parsed.unmatched();
      assertThat(jmh).allMatch(word -> !word.startsWith("--"));
      new JmhCommand(new PrintWriter(new StringWriter()), true, jmh, options(spec).parameters())
          .cells(new CommandLineOptions(jmh.toArray(String[]::new)));
    } else if (spec.userObject() instanceof BenchCommand) {
      SuitePlan.of(SuiteFiles.read("quick"), options(spec).overrides(Map.of()));
    } else if (spec.userObject() instanceof SuiteCommand) {
      String suite = parsed.matchedPositionalValue(0, "");
      SuitePlan.of(SuiteFiles.read(suite), options(spec).overrides(parameters));
    } else if (spec.userObject() instanceof LadderCommand ladder) {
      ladder.plan(ladder.ladder());
    } else if (spec.userObject() instanceof UpgradeCommand upgrade) {
      upgrade.plan(upgrade.both());
    } else if (spec.userObject() instanceof ReproduceCommand) {
      Manifest run = StoredRun.read(parsed.<Path>matchedPositionalValue(0, Path.of("")));
      ReproduceCommand.onThisMachine(run, parsed.matchedOptionValue("--engines", ""));
    }
  }

  private static RunOptions options(CommandSpec spec) {
    return (RunOptions) spec.mixins().get("options").userObject();
  }

  @Test
  void everyWrittenCommandIsAcceptedAndPlanned() throws Exception {
    Map<String, String> refused = new TreeMap<>();
    int commands = 0;
    for (Path file : texts()) {
      for (String command : commands(file)) {
        if (command.contains("$(")) {
          continue;
        }
        commands++;
        String[] words = {};
        try {
          // Ranges of releases are looked up with Maven, libraries of releases are the reader's.
          words =
              words(
                  RELEASE.matcher(command).find() && command.startsWith(" ladder")
                      ? command
                          .replace("..", ",")
                          .replaceAll("library=\\S*\\{release}.so", "maxReaders={release}")
                      : command);
          plan(words);
        } catch (EngineException e) {
          assertThat(e).hasMessageContaining("missing user");
        } catch (Exception e) {
          // The reader's run has other candidates than ours, the reader's machine other libraries.
          if (NOT_HERE.matcher(String.valueOf(e.getMessage())).find()) {
            continue;
          }
          refused.put(ROOT.relativize(file) + ":" + command, List.of(words) + ": " + e);
        }
      }
    }
    assertThat(commands).isGreaterThan(120);
    assertThat(
            refused.entrySet().stream()
                .map(each -> each.getKey() + "\n    " + each.getValue())
                .collect(Collectors.joining("\n")))
        .isEmpty();
  }
}
