package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code reproduce} takes from a run of somebody else. */
class ReproduceIT {
  private static final Path PUBLISHED = Path.of("../docs/results/rocksdb-years");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path folder = Path.of("");

  /** A published run of which one cell is left, changed. */
  private Manifest run(String field, String value) throws IOException {
    ObjectNode run = (ObjectNode) JSON.readTree(packed("run.json"));
    ArrayNode cells = (ArrayNode) run.get("plan").get("cells");
    while (cells.size() > 1) {
      cells.remove(1);
    }
    ((ObjectNode) run.at("/plan/cells/0/parameters")).put("engine", "rocksdb-c");
    run.remove("suite");
    int last = field.lastIndexOf('/');
    JsonNode typed = field.endsWith("engine") ? JSON.valueToTree(value) : JSON.readTree(value);
    ((ObjectNode) run.at(field.substring(0, last))).set(field.substring(last + 1), typed);
    Files.writeString(folder.resolve("run.json"), run.toString());
    String result = packed("cells.jsonl").lines().findFirst().orElseThrow();
    ObjectNode line = (ObjectNode) JSON.readTree(result);
    line.set("cell", run.at("/plan/cells/0"));
    // It is that of the line as it was measured.
    line.remove("crc");
    Files.writeString(folder.resolve("cells.jsonl"), line + "\n");
    return new RunFolder(folder).read();
  }

  private static String packed(String name) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(PUBLISHED.resolve("run.zip"))) {
      return Files.readString(zip.getPath(name));
    }
  }

  private Manifest runOf(String candidate) throws IOException {
    return run("/plan/cells/0/parameters/engine", candidate);
  }

  private static List<String> candidates(Manifest run) {
    return List.of(
        run.plan().cells().get(0).candidate().toString(),
        run.results().get(0).cell().candidate().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb-years", "all-engines"})
  void publishedRunsAreTakenAsTheyAre(String name) throws IOException {
    Manifest run = new RunFolder(PUBLISHED.resolveSibling(name)).read();
    assertThat(ReproduceCommand.onThisMachine(run, "").plan()).isEqualTo(run.plan());
  }

  @Test
  void aLibraryThatARunNamesIsNotLoadedButAskedFor() throws IOException {
    Manifest theirs = runOf("mine=rocksdb-c{library=libevil.so}");
    assertThatThrownBy(() -> ReproduceCommand.onThisMachine(theirs, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("library=libevil.so")
        .hasMessageContaining("--engines 'mine=rocksdb-c{library=libevil.so}'");
  }

  @ParameterizedTest
  @CsvSource({
    "mine=rocksdb-c{library=%s}, mine=rocksdb-c{library=/theirs.so}, mine=rocksdb-c{library=%s}",
    "rocksdb-c{library=%s}, mine=rocksdb-c{library=/theirs.so}, mine=rocksdb-c{library=%s}",
    "rocksdb-c{library=%s}, rocksdb-c{library=/theirs.so}, rocksdb-c{library=%s}"
  })
  void aCandidateOfTheCommandLineTakesThePlaceOfTheRuns(String given, String theirs, String here)
      throws IOException {
    Path library = Files.write(folder.resolve("mine.so"), new byte[] {0x7f, 'E', 'L', 'F'});
    Manifest run = ReproduceCommand.onThisMachine(runOf(theirs), given.formatted(library));
    assertThat(candidates(run)).containsOnly(here.formatted(library));
  }

  @Test
  void aCandidateThatTheRunDoesNotHaveIsRefused() throws IOException {
    Manifest theirs = runOf("lmdb");
    assertThatThrownBy(() -> ReproduceCommand.onThisMachine(theirs, "sqlite"))
        .hasMessageContaining("sqlite")
        .hasMessageContaining("lmdb");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocksdb{compaction_style=kCompactionStyleUniversal;max_background_jobs=4}",
        "rocksdb{compression_opts={level=3;strategy=0};bytes_per_sync=1.5m;ratio=-0.25}",
        "mysql{format=page-zlib;proxy=shardingsphere:sharding}",
        "wiredtiger{eviction=(threads_max=8);statistics=[fast]}"
      })
  void plainSettingsMayComeFromARun(String candidate) {
    assertThat(Engines.localReferences(Candidate.parse(candidate))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocksdb-c{library=src}",
        "mysql{my.cnf=src}",
        "rocksdb@com.example:evil:1.0",
        "rocksdb{jar=evil.jar}",
        "wiredtiger{extensions=[/tmp/evil.so]}",
        "wiredtiger{extensions=[evil.so]}",
        "h2{INIT=RUNSCRIPT FROM 'http://evil.example'}",
        "h2{INIT=CREATE ALIAS X AS $$void x(){}$$}",
        "rocksdb{wal_dir=../../home}",
        "rocksdb{db_log_dir=~}",
        "rocksdb{env=C:\\evil}",
        "mysql{url=jdbc:mysql://evil.example/db}",
        "mysql{client-url=jdbc:mysql://evil.example/db}"
      })
  void whatMayNameAFileMayNot(String candidate) {
    assertThat(Engines.localReferences(Candidate.parse(candidate))).hasSize(1);
  }

  @Test
  void aSqlScriptOfTheRunIsOnlyCarriedOutIfTheCommandLineNamesIt() throws IOException {
    RunPlan theirs = run("/plan/cells/0/parameters/workload", "\"file:theirs/evil.sql\"").plan();
    assertThatThrownBy(() -> ReproduceCommand.requireTrusted(theirs, List.of("mine.sql")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--script theirs/evil.sql");
    ReproduceCommand.requireTrusted(theirs, List.of("mine.sql", "theirs/evil.sql"));
    ReproduceCommand.requireTrusted(runOf("lmdb").plan(), List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "lmdb, reviews, true",
    "lmdb, kv:records=1000;key=4;value=100, true",
    "lmdb, kv:/data/orders.csv, false",
    "lmdb, amazon:PLACE, false",
    "lmdb, packed:orders.records, false",
    "lmdb, orders.csv, false",
    "mysql, reviews, false",
  })
  void aSampleNeedsNoServerAndNoFile(String candidate, String dataset, boolean runs)
      throws IOException {
    assertThat(ReproduceCommand.runsHere(cell(candidate, "dataset", dataset))).isEqualTo(runs);
    assertThat(ReproduceCommand.runsHere(cell(candidate, "workload", "file:evil.sql"))).isFalse();
  }

  private Cell cell(String candidate, String parameter, String value) throws IOException {
    Cell any = runOf(candidate).plan().cells().get(0);
    Map<String, String> values = new LinkedHashMap<>(any.parameters().texts());
    values.put(parameter, value);
    return new Cell(
        any.benchmark(),
        any.mode(),
        any.threads(),
        new Parameters(values),
        any.timing(),
        any.rounds(),
        any.from());
  }

  @ParameterizedTest
  @CsvSource({
    "/plan/cells/0/timing/iterationMillis, 1000000000000000000, milliseconds",
    "/plan/cells/0/timing/iterations, 0, iterations",
    "/plan/cells/0/threads, 2000000000, threads",
    "/plan/cells/0/threads, -1, threads",
    "/plan/cells/0/rounds, -1, rounds",
    "/plan/rounds, 2147483647, rounds",
    "/plan/stores, 2147483647, stores",
  })
  void numbersThatNoSuiteCouldHaveAreRefused(String field, String value, String named) {
    assertThatThrownBy(() -> run(field, value))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run.json")
        .hasMessageContaining(named)
        .hasMessageContaining("'" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "/plan/cells/0/parameters/durability, '\"perhaps\"', perhaps",
    "/plan/cells/0/parameters/jvmArgs, '\"-javaagent:evil.jar\"', jvmArgs",
    "/plan/cells/0/benchmark, '\"Format\"', Format",
  })
  void valuesThatNoSuiteCouldHaveAreRefused(String field, String value, String named) {
    assertThatThrownBy(() -> ReproduceCommand.onThisMachine(run(field, value), ""))
        .isInstanceOfAny(IOException.class, IllegalArgumentException.class)
        .hasMessageContaining(named)
        .hasMessageNotContaining("dev.storagebench");
  }
}
