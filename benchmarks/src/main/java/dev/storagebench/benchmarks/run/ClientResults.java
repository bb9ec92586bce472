package dev.storagebench.benchmarks.run;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.storagebench.analysis.result.JmhResults;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.openloop.OpenLoopReport;
import dev.storagebench.core.openloop.OpenLoopReport.Iteration;
import dev.storagebench.core.openloop.OperationTimes;
import dev.storagebench.core.recorder.ServerWatch;
import dev.storagebench.core.store.OpenCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results that the clients of a cell hand in.
 *
 * @param all in their order
 */
record ClientResults(List<One> all) {
  private static final String MEAN = ".mean";
  private static final String DEVIATION = ".stddev";

  /**
   * One client's.
   *
   * @param jmh JMH's own result, in Base64
   * @param report as a fork leaves it
   */
  private record One(String jmh, CellReport report) {
    CellReport.After after() {
      return Objects.requireNonNull(report.after());
    }
  }

  /** The text of one. */
  static String text(RunResult jmh, CellReport report) throws IOException {
    return JsonMapper.shared()
        .writeValueAsString(
            new One(Base64.getEncoder().encodeToString(JmhResults.bytes(jmh)), report));
  }

  /**
   * Parses them.
   *
   * @throws EngineException if clients had other records or operations than the first one
   */
  static ClientResults parse(List<String> texts) {
    List<One> all =
        texts.stream().map(text -> JsonMapper.shared().readValue(text, One.class)).toList();
    for (int i = 1; i < all.size(); i++) {
      requireSame("records", i, records(all.get(i)), records(all.get(0)));
      requireSame("operations", i, operations(all.get(i)), operations(all.get(0)));
    }
    return new ClientResults(all);
  }

  private static String records(One one) {
    return Objects.requireNonNull(one.report.data()).summary().digest();
  }

  private static String operations(One one) {
    return Objects.requireNonNull(one.report.work()).operationDigest();
  }

  private static void requireSame(String what, int client, String digest, String first) {
    if (!digest.equals(first)) {
      throw new EngineException(
          "client %d had other %s than client 0 (digest %s, not %s); give all machines the same files"
              .formatted(client, what, digest, first));
    }
  }

  /** Merges them into one result of JMH. */
  RunResult run() throws IOException {
    List<RunResult> runs = new ArrayList<>();
    for (One each : all) {
      runs.add(JmhResults.read(Base64.getDecoder().decode(each.jmh)));
    }
    return JmhResults.together(runs);
  }

  /** The statements that all of them sent, by the server's counters. */
  Map<String, Long> sent() {
    Map<String, Long> sent = new TreeMap<>();
    all.forEach(
        each -> each.after().stats().forEach((name, count) -> sent.merge(name, count, Long::sum)));
    return sent;
  }

  /** Merges them into one report, with that of the store. */
  CellReport report(OpenCell cell, ServerWatch watch, ClientsReport how) throws IOException {
    List<Figure> figures = new ArrayList<>();
    Map<String, List<Figure>> named =
        all.stream()
            .flatMap(each -> each.after().figures().stream())
            .collect(groupingBy(Figure::name, LinkedHashMap::new, toList()));
    named.forEach(
        (name, same) ->
            figures.add(
                name.endsWith(DEVIATION)
                    ? deviation(same, named.getOrDefault(name.replace(DEVIATION, MEAN), List.of()))
                    : together(same)));
    long queries =
        figures.stream()
            .filter(each -> each.name().equals(ServerWatch.QUERIES))
            .mapToLong(each -> Math.round(each.value()))
            .sum();
    // The watch has seen the controller as the client.
    watch.figures(queries).stream()
        .filter(each -> !each.name().startsWith("client"))
        .forEach(figures::add);
    double cpu = how.clients().stream().mapToDouble(ClientsReport.Client::cpuSeconds).sum();
    if (queries > 0) {
      figures.add(new Figure("clientCpuPerQuery", cpu * 1e6 / queries, "us"));
    }
    figures.add(
        new Figure(
            "clientCpuCores",
            how.clients().stream().mapToDouble(ClientsReport.Client::cores).sum(),
            "cores"));
    figures.add(new Figure("clients.startSpread", how.startSpreadMicros(), "us"));
    figures.add(new Figure("clients.common", how.commonPercent(), "%"));
    return cell.report(
        Objects.requireNonNull(all.get(0).report.work()),
        warmUp(),
        figures,
        openLoop(),
        times(),
        List.of(),
        List.of(),
        how);
  }

  /** Counts and rates are added up; of other figures it is the mean. */
  private static Figure together(List<Figure> same) {
    Figure first = same.get(0);
    double sum = same.stream().mapToDouble(Figure::value).sum();
    return new Figure(
        first.name(), first.unit().matches("#|ops/s") ? sum : sum / same.size(), first.unit());
  }

  /** Deviation of all threads: their variance within clients and that of the clients' means. */
  static Figure deviation(List<Figure> deviations, List<Figure> means) {
    double mean = means.stream().mapToDouble(Figure::value).average().orElse(0);
    double variance = 0;
    for (int i = 0; i < deviations.size(); i++) {
      variance += Math.pow(deviations.get(i).value(), 2) + Math.pow(means.get(i).value() - mean, 2);
    }
    Figure first = deviations.get(0);
    return new Figure(first.name(), Math.sqrt(variance / deviations.size()), first.unit());
  }

  /** One that was not steady, if there is one. */
  private CellReport.@Nullable WarmUp warmUp() {
    return all.stream()
        .map(each -> each.report.warmUp())
        .filter(Objects::nonNull)
        .reduce((one, other) -> one.steady() ? other : one)
        .orElse(null);
  }

  /** All times; null if they were not recorded. */
  private @Nullable Histogram times() {
    List<String> encoded =
        all.stream().map(each -> each.after().times()).filter(Objects::nonNull).toList();
    return encoded.isEmpty() ? null : OperationTimes.merged(encoded);
  }

  private @Nullable OpenLoopReport openLoop() {
    List<OpenLoopReport> loops =
        all.stream().map(each -> each.report.openLoop()).filter(Objects::nonNull).toList();
    if (loops.isEmpty()) {
      return null;
    }
    List<Iteration> iterations = new ArrayList<>();
    for (int i = 0; i < loops.get(0).iterations().size(); i++) {
      int number = i;
      List<Iteration> same = loops.stream().map(each -> each.iterations().get(number)).toList();
      iterations.add(
          new Iteration(
              same.stream().mapToDouble(Iteration::seconds).average().orElseThrow(),
              same.stream().mapToDouble(Iteration::achieved).sum(),
              same.stream().mapToLong(Iteration::due).sum(),
              same.stream().mapToLong(Iteration::done).sum(),
              same.stream().mapToDouble(Iteration::lagSeconds).average().orElseThrow()));
    }
    return new OpenLoopReport(loops.get(0).rate(), loops.get(0).perSecond(), iterations);
  }
}
