package dev.storagebench.analysis.report;

import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Score;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.Environment;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.Origin;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.StopRule;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Store;
import dev.storagebench.core.memory.GroupUsage;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.memory.ProcessUsage;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.datasets.packed.PackedSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import tools.jackson.databind.json.JsonMapper;

/** A run that never was, with hostile names and messages: five engines, three sizes of memory. */
final class SampleRun {
  static final String HOSTILE =
      "</script><script>document.title='broken'</script><!-- <img src=x"
          + " onerror=\"document.title='broken'\"> & \u2028";

  /** Its folder's name has what a link must not hold as it is. */
  static final String PROFILE = "profiles/a b%3A?#<i>\"/profile.jfr";

  static final List<String> ENGINES = List.of("lmdb", "mapdb", "mysql", "rocksdb", "wiredtiger");
  static final List<String> TIERS = List.of("fits", "tight", "scarce");
  static final int ROUNDS = 2;
  private static final long RAW_BYTES = 1L << 30;

  private SampleRun() {}

  /** All cells in all rounds; those of mapdb that update fail, mysql has no inserts. */
  static Manifest whole() {
    List<Cell> cells = new ArrayList<>();
    for (String engine : ENGINES) {
      for (String tier : TIERS) {
        cells.add(cell("PointRead", Mode.Throughput, 8, engine, tier, Map.of()));
        cells.add(cell("PointRead", Mode.SampleTime, 8, engine, tier, Map.of()));
        for (String percent : List.of("95", "99")) {
          cells.add(
              cell(
                  "ReadWriteMix",
                  Mode.Throughput,
                  8,
                  engine,
                  tier,
                  Map.of("readPercent", percent)));
        }
        for (String start : List.of("empty", "full")) {
          for (int threads : new int[] {1, 3, 6}) {
            cells.add(
                cell(
                    "RandomWrite",
                    Mode.Throughput,
                    threads,
                    engine,
                    tier,
                    Map.of("start", start, "batch", "1")));
          }
        }
      }
    }
    List<CellResult> results =
        IntStream.range(0, ROUNDS)
            .boxed()
            .flatMap(round -> cells.stream().map(cell -> result(cell, round)))
            .toList();
    return of(cells, results);
  }

  /** The same, stopped before its first cell had ended. */
  static Manifest stoppedAtOnce() {
    return of(whole().plan().cells(), List.of());
  }

  /** The same with a suite's views. */
  static Manifest ofSuite() {
    return with(whole(), SampleViews.suite());
  }

  static Manifest with(Manifest run, SuiteInfo suite) {
    return with(run, suite, run.environment());
  }

  /** The same on a machine with a warning. */
  static Manifest loaded(Manifest run, String warning) {
    Environment here = run.environment();
    return with(
        run,
        run.suite(),
        new Environment(
            here.os(),
            here.processor(),
            here.processors(),
            here.memoryBytes(),
            here.jvm(),
            here.fileSystem(),
            List.of(JsonMapper.shared().convertValue(warning, Warning.class))));
  }

  private static Manifest with(Manifest run, @Nullable SuiteInfo suite, Environment environment) {
    return new Manifest(
        run.format(),
        run.version(),
        run.command(),
        run.started(),
        run.finished(),
        suite,
        run.plan(),
        environment,
        run.forkCommand(),
        run.leftOut(),
        run.profilers(),
        run.rule(),
        run.origin(),
        run.results());
  }

  private static Manifest of(List<Cell> cells, List<CellResult> results) {
    return new Manifest(
        Manifest.FORMAT,
        "1",
        List.of("suite", "sample", "--dataset", HOSTILE),
        Instant.EPOCH,
        Instant.EPOCH.plusSeconds(3661),
        null,
        new RunPlan(cells, ROUNDS, 1, 1),
        new Environment(
            "Linux",
            HOSTILE,
            2,
            1L << 34,
            "JVM 17",
            "ext4",
            List.of(Warning.Kind.MACHINE.of(HOSTILE))),
        List.of("java"),
        Map.of("noop", HOSTILE),
        List.of("jfr"),
        StopRule.NONE,
        new Origin("", Map.of()),
        results);
  }

  private static Cell cell(
      String benchmark,
      Mode mode,
      int threads,
      String engine,
      String tier,
      Map<String, String> own) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("engine", engine);
    parameters.put("dataset", "amazon:" + HOSTILE);
    parameters.put("memory", tier);
    parameters.put("compression", "snappy");
    parameters.put("block", "4k");
    parameters.put("bloomBits", "5");
    parameters.put("durability", "process");
    parameters.putAll(own);
    return new Cell(
        benchmark,
        mode,
        threads,
        new Parameters(parameters),
        new Cell.Timing(1, 5, 3000),
        ROUNDS,
        0);
  }

  private static CellResult result(Cell cell, int round) {
    boolean fails =
        cell.label().equals("mapdb") && "full".equals(cell.parameters().texts().get("start"));
    boolean lacks =
        cell.label().equals("mysql") && "empty".equals(cell.parameters().texts().get("start"));
    if (fails || lacks) {
      Status status = fails ? Status.FAILED : Status.UNSUPPORTED;
      return new CellResult(
          cell, round, status, HOSTILE, 1, null, List.of(), null, null, List.of(), null);
    }
    boolean sampled = cell.mode() == Mode.SampleTime;
    double rate = rate(cell.label(), cell.parameters().texts().get("memory"), cell.threads());
    List<Double> iterations =
        Stream.of(0.9, 1.0, 1.05, 1.1, 1.2)
            .map(factor -> sampled ? 8e6 / rate / factor : rate * factor)
            .toList();
    Score score =
        new Score("primary", iterations.get(2), sampled ? "us/op" : "ops/s", iterations, List.of());
    return new CellResult(
        cell,
        round,
        Status.MEASURED,
        null,
        30,
        score,
        List.of(
            amount("cpu", 8e6 / rate),
            amount("majorFaults", 0.4),
            amount("refaults", 0.4),
            amount("diskRead", 1800),
            written(cell),
            amount("cpu", 19)),
        sampled ? times(rate) : null,
        report(cell, rate),
        List.of(PROFILE),
        null);
  }

  /** A long tail above the time of an operation. */
  private static String times(double rate) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < 1_000; i++) {
      histogram.recordValue(Math.round(8e9 / rate * Math.pow(100 / (100.005 - i / 10.0), 0.6)));
    }
    return OperationTimes.encode(histogram);
  }

  private static double rate(String engine, String tier, int threads) {
    double base = 1_000_000.0 / (1 + 3 * ENGINES.indexOf(engine)) * threads / 8;
    return base / Math.pow(12, TIERS.indexOf(tier));
  }

  /** Compaction is at work in the third iteration of writes. */
  private static Score written(Cell cell) {
    return cell.benchmark().equals("RandomWrite")
        ? new Score(
            "diskWritten", 3000, "B/op", List.of(0.0, 900.0, 9000.0, 3000.0, 1e3), List.of())
        : amount("diskWritten", 0);
  }

  private static Score amount(String name, double value) {
    return new Score(name, value, "#/op", List.of(), List.of());
  }

  private static CellReport report(Cell cell, double rate) {
    long engineBytes =
        (RAW_BYTES * 7) >> (3 * TIERS.indexOf(cell.parameters().texts().get("memory")));
    MemoryReport memory =
        new MemoryReport(
            "cgroup-v1",
            engineBytes,
            100 << 20,
            null,
            0,
            engineBytes + (100 << 20),
            null,
            engineBytes + (100 << 20),
            false,
            new GroupUsage(engineBytes, 100 << 20, 5, 7L),
            null,
            new ProcessUsage(1_000_000, 3, 4096, 0),
            0,
            1L << 34);
    boolean empty = "empty".equals(cell.parameters().texts().get("start"));
    Store.Settling settled = new Store.Settling(true, Duration.ZERO, "idle");
    return new CellReport(
        null,
        null,
        new CellReport.Data(
            "amazon:" + HOSTILE,
            new PackedSummary(1000, 24, RAW_BYTES - 24, 24, 9000, "0123456789abcdef", null),
            1000),
        null,
        empty
            ? null
            : new StoreInfo("id", cell.label(), "1", 1000, RAW_BYTES, 1, settled, sizeOf(cell)),
        List.of(new AppliedSetting("cacheBytes", HOSTILE, AppliedSetting.Role.OWN, HOSTILE)),
        settled,
        empty ? null : warmUp(rate),
        memory,
        null,
        null);
  }

  private static long sizeOf(Cell cell) {
    return RAW_BYTES / (1 + ENGINES.indexOf(cell.label()) % 3);
  }

  private static CellReport.@Nullable WarmUp warmUp(double rate) {
    return new CellReport.WarmUp(
        true,
        1000,
        0.8,
        Stream.of(0.3, 0.6, 0.9, 1.0, 1.0).map(part -> part * rate).toList(),
        "rule");
  }
}
