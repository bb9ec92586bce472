package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What the command line makes of words, before anything is measured. */
class CommandLineTest {
  private final StringWriter out = new StringWriter();

  private final Properties before = (Properties) System.getProperties().clone();

  /** Options become system properties. */
  @AfterEach
  void restoreProperties() {
    System.setProperties(before);
  }

  private int run(String... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    return Main.execute(command -> command.setOut(writer).setErr(writer), arguments);
  }

  /** The cells of the run without a command. */
  private static List<Cell> cells(String... arguments) throws IOException {
    CommandLine line = Main.commandLine(arguments);
    line.parseArgs(arguments);
    RunOptions options = (RunOptions) line.getMixins().get("options");
    return SuitePlan.of(SuiteFiles.read("quick"), options.overrides(Map.of())).plan().cells();
  }

  @ParameterizedTest
  @CsvSource({
    "--jdbc-url jdbc:postgresql://localhost/x, postgresql, mysql",
    "--jdbc-url jdbc:mariadb://localhost/x, mariadb, postgresql",
    "--with mysql, mysql, postgresql"
  })
  void serversTakePartThatAreNamedOrReachedByTheUrl(String words, String asked, String other) {
    CommandLine line = Main.commandLine(words.split(" "));
    line.parseArgs(words.split(" "));
    RunOptions options = (RunOptions) line.getMixins().get("options");
    assertThat(options.place().servers()).contains(asked).doesNotContain(other);
  }

  private static Set<String> values(List<Cell> cells, String dimension) {
    return cells.stream()
        .filter(
            cell ->
                Set.of("threads", "candidate").contains(dimension)
                    || cell.parameters().texts().containsKey(dimension))
        .map(cell -> cell.value(dimension))
        .collect(Collectors.toSet());
  }

  @Test
  void conditionsOfOnesOwnReplaceThoseOfTheQuickSuite() throws IOException {
    List<Cell> cells =
        cells(
            "--bytes 5g --memory 2g --read-percent 90,50 --threads 1,2,4,8 --engines rocksdb,lmdb --bloom-bits 8 --nearest --seed 3"
                .split(" "));
    assertThat(values(cells, "dataset")).containsExactly("reviews:bytes=" + (5L << 30));
    assertThat(values(cells, "memory")).containsExactly("2g");
    assertThat(values(cells, "readPercent")).containsExactlyInAnyOrder("90", "50");
    assertThat(values(cells, "threads")).containsExactlyInAnyOrder("1", "2", "4", "8");
    assertThat(values(cells, "candidate")).containsExactlyInAnyOrder("rocksdb", "lmdb");
    assertThat(values(cells, "bloomBits")).containsExactly("8");
    assertThat(values(cells, "nearest")).containsExactly("true");
    assertThat(values(cells, "seed")).containsExactly("3");
    assertThat(values(cells, "block")).containsExactly("auto");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--cache-folder x --no-wait suite movies --scale 1 | suite --cache-folder x --no-wait movies --scale 1",
        "--color=never help suite | help --color=never suite",
        "--help suite             | suite --help",
        "--workloads Scan -p length=9 | suite quick --workloads Scan -p length=9",
        "-p length=9 --memory 1g  | suite quick -p length=9 --memory 1g",
        "--workloads Scan         | --workloads Scan",
        "-p engine=noop           | -p engine=noop",
        "--no-wait -p engine=noop | --no-wait -p engine=noop",
        "--memory 1g PointRead -p engine=noop | --memory 1g PointRead -p engine=noop",
        "-p engine=noop -t 8 --memory 1g | -p engine=noop -t 8 --memory 1g",
        "PointRead -rff data      | PointRead -rff data",
        "-rff data                | -rff data"
      })
  void aCommandMayStandBehindOptionsAndAComparisonTakesJmhsParameters(
      String arguments, String ordered) {
    assertThat(Main.ordered(arguments.split(" "))).containsExactly(ordered.split(" "));
  }

  @Test
  void aSizeAppliesToADataSetThatIsNamed() throws IOException {
    assertThat(values(cells("--dataset", "articles", "--records", "7k"), "dataset"))
        .containsExactly("articles:records=7000");
    assertThat(values(cells("--dataset", "kv:key=16;value=100", "--records", "2m"), "dataset"))
        .containsExactly("kv:key=16;value=100;records=2000000");
    assertThat(values(cells("--dataset", "articles:mean=9k", "--bytes", "1.5m"), "dataset"))
        .containsExactly("articles:mean=9k;bytes=1572864");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--thread 4             | did you mean --threads?",
        "--engine=lmdb          | did you mean --engines?",
        "--mem 2g               | did you mean --memory?",
        "-memory 2g             | did you mean --memory?",
        "--wroite-buffer 3      | did you mean --write-buffer?",
        "suit movies            | did you mean suite?",
        "PointRaed              | did you mean PointRead?",
        "PointRead nothing      | unknown command or benchmark 'nothing'",
        "PointRead suite quick  | 'suite' is a command and comes first",
        "--cache-folder x suite moves | did you mean movies?",
        "--engines lmdb -p engine=h2 | takes its candidates from --engines",
        "--workloads ReadWhileWriting -p writeRat=1 | did you mean writeRate?",
        "--no-wait PointRead -p writeRat=1 | unknown parameter of PointRead",
        "suite moves            | did you mean movies?",
        "suite                  | suite needs the name of a suite (",
        "suite movies --enginess x | did you mean --engines?",
        "suite movies extra     | unknown command 'extra'",
        "data inspct x          | did you mean inspect?",
        "compare a              | NEW",
        "--rounds x             | 'x' is not an int",
        "--clients 2 --launch rsh:a | invalid launch 'rsh:a' (expected local, ssh:HOST[:PORT],…,"
            + " slurm",
        "PointRead --budget 2m  | --budget is an option of suites",
        "report a b             | 'b'",
        "--threads              | --threads",
        "--seed 1,2             | --seed takes one number",
        "--scale 1 --records 2  | give one of them",
        "--bytes 2x             | invalid --bytes '2x' (expected 500m or 5g)",
        "--length 5             | none of the workloads",
        "--dataset kv:key=16 --records 7 --bytes 8 | give one of them",
        "--dataset reviews:records=5 --records 7 | set twice",
        "--dataset reviews --scale 2 | use --records or --bytes",
        "--engines rocksbd      | did you mean rocksdb?",
        "PointRead --threads 4  | -t N threads",
        "--memory 1k            | invalid memory '1k', which is 1.00KiB (expected 4.00MiB to",
        "--memory 900t          | of this machine)",
        "--cache 900t           | invalid cache '900t'",
        "--memory 64m --cache 1g | expected 0B to the 64.0MiB of memory",
        "--block 1              | expected 512 to 16777216",
        "--threads 1000000000   | expected a whole number from 1 to 4096",
        "PointRead -t 1000000000 | expected 1 to 4096, or max",
        "PointRead -p memory=1k | expected 4.00MiB to",
        "--minutes NaN          | invalid --minutes 'NaN' (expected 0.001 to 43200)",
        "--minutes 1e99         | invalid --minutes '1.0E99'",
        "--seconds Infinity     | expected 0.001 to 2592000",
        "--rounds 2147483647    | expected 1 to 10000",
        "--scale NaN            | invalid --scale 'NaN'",
        "--until NaN            | invalid share 'NaN'",
        "--records 10t          | expected 1 to 1t",
        "--records 1.5          | invalid --records '1.5'",
        "--read-percent 101     | invalid readPercent '101' (expected a whole number from 0 to"
            + " 100)",
        "--workloads RandomWrite --batch 0 | invalid batch '0' (expected a whole number from 1 to",
        "--workloads Scan --length=-5 | invalid length '-5'",
        "--trace /none.csv      | there is no file /none.csv",
        "--server-dir /none     | --server-dir /none contains no mariadbd or mysqld",
        "--jdbc-credentials /none | cannot read the credentials in /none",
        "--jdbc-url jdbc:oracle://h/d | expected jdbc:mysql://",
        "--engines m=mysql{url=jdbc:oracle://h/d} | expected jdbc:mysql://",
        "--engines m=mysql{url=jdbc:mysql://root:x@h/d} | STORAGE_BENCH_JDBC_PASSWORD",
        "PointRead -p engine=mysql{url=jdbc:mysql://h/d?password=x} | STORAGE_BENCH_JDBC_PASSWORD",
        "--engines m=mysql{client-url=jdbc:mysql://h/d} | client-url needs url",
        "--engines leveldb{library=/none.so} | there is no library '/none.so'",
        "--engines leveldb{library=/etc/hostname} | /etc/hostname is no shared library",
        "PointRead -p engine=leveldb{library=/none.so} | there is no library '/none.so'",
        "--dataset reviews PointRead -p dataset=articles | contradict each other",
        "--budget 0s            | invalid --budget '0s' (expected a time such as 90s)",
        "--engines rocksdb@..   | invalid candidate 'rocksdb@..'",
        "--dataset nothing:x    | no data set format 'nothing' (expected amazon"
      })
  void wrongUsageIsALineThatNamesTheWayOut(String arguments, String message) {
    assertThat(run(arguments.split(" "))).as(out.toString()).isEqualTo(2);
    assertThat(out.toString()).contains(message);
    assertThat(out.toString().lines()).as("no page of help").hasSize(1);
  }

  @Test
  void aSuiteThatIsNoFileIsRefused(@TempDir Path folder) throws IOException {
    Path suite = Files.createDirectory(folder.resolve("suite.yaml"));
    assertThat(run("suite", suite.toString())).isEqualTo(2);
    assertThat(out.toString()).contains("suite.yaml is a folder");
    Path endless = Path.of("/dev/zero");
    assumeTrue(Files.exists(endless), "no /dev/zero");
    Path link = Files.createSymbolicLink(folder.resolve("endless.yaml"), endless);
    assertThat(run("suite", link.toString())).isEqualTo(2);
    assertThat(out.toString()).contains("endless.yaml has more than 16 MiB");
  }

  @Test
  void aLongWordIsNotEchoedWhole() {
    assertThat(run("--engines", "x".repeat(300))).isEqualTo(2);
    assertThat(out.toString()).contains("x…'").doesNotContain("x".repeat(100));
  }

  @Test
  void theHelpHasWhatPeopleUseAndTheHelpOfAllHasEveryOption() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString().lines().filter(line -> line.matches(" *(-[a-z], )?--\\w.*")))
        .hasSizeBetween(20, 32);
    assertThat(out.toString())
        .contains("--engines", "--resume", "benchmarks.jar help all' lists all options")
        .doesNotContain("--insecure-jdbc", "--bloom-bits");
    assertThat(run("help", "all")).isZero();
    assertThat(out.toString()).contains("--insecure-jdbc", "--bloom-bits");
    for (String command : List.of("cache", "doctor", "engines")) {
      out.getBuffer().setLength(0);
      assertThat(run("help", command)).isZero();
      assertThat(out.toString()).contains("--cache-folder").doesNotContain("--jdbc");
    }
    assertThat(run("help", "data", "inspect")).isZero();
    assertThat(out.toString()).contains("--strict");
    assertThat(run("help", "data", "inspct")).isEqualTo(2);
    assertThat(out.toString()).contains("did you mean inspect?");
    assertThat(run("help", "ladder", "all")).isZero();
  }

  @Test
  void theListOfSuitesSaysWhatEachNeedsWithin120Columns() {
    assertThat(run("suite", "list")).isZero();
    assertThat(out.toString().lines().toList())
        .allMatch(line -> line.length() <= 120)
        .anyMatch(line -> line.matches(" quick .*Storage engines compared +\\d+ min +.*MiB.*"))
        .anyMatch(line -> line.matches(" wikipedia-mysql .* mysql, myrocks"))
        .anyMatch(line -> line.matches(" movies .* h +.*GiB.*|.* movies .* min .*"));
  }

  @Test
  void theCacheIsListed(@TempDir Path folder) {
    assertThat(run("cache", "list", "--cache-folder", folder.resolve("c").toString())).isZero();
    assertThat(out.toString()).contains("contents", "cache clear --cache-folder");
  }

  @Test
  void aShellCompletesCommandsAndOptions() {
    assertThat(run("generate-completion")).isZero();
    assertThat(out.toString()).contains("storage-bench", "--steady-within", "reproduce");
  }

  @Test
  void helpAndVersionAreNoErrors() {
    assertThat(run("help", "all")).isZero();
    for (Parameter<?> each : Parameter.all()) {
      if (each != Parameter.ENGINE && each != Parameter.WORKLOAD) {
        assertThat(out.toString()).contains(each.option());
      }
    }
    assertThat(run("help", "suite")).isZero();
    assertThat(out.toString()).contains("suite show NAME");
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).contains("Storage Bench ", "JMH 1.", "Java ");
  }

  private static Stream<OptionSpec> options(CommandLine command) {
    return Stream.concat(
        command.getCommandSpec().options().stream(),
        command.getSubcommands().values().stream().flatMap(CommandLineTest::options));
  }

  @Test
  void everyOptionOfEveryCommandIsDescribed() {
    assertThat(options(Main.commandLine("suite")))
        .hasSizeGreaterThan(50)
        .allSatisfy(
            option ->
                assertThat(option.description())
                    .as(option.longestName())
                    .doesNotContain("")
                    .isNotEmpty());
  }

  /** A text under the name of an option would also be that of another command's. */
  @Test
  void aTextUnderAnOptionsNameIsThatOfOneOption() {
    ResourceBundle texts = ResourceBundle.getBundle("dev.storagebench.benchmarks.command.help");
    Map<String, Set<Object>> described =
        options(Main.commandLine("suite"))
            .filter(option -> texts.containsKey(option.longestName().replaceFirst("^-+", "")))
            .collect(
                Collectors.groupingBy(
                    OptionSpec::longestName,
                    Collectors.mapping(OptionSpec::userObject, Collectors.toSet())));
    assertThat(described)
        .hasSizeGreaterThan(20)
        .allSatisfy((name, of) -> assertThat(of).hasSize(1));
  }
}
