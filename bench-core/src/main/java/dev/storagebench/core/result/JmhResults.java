package dev.storagebench.core.result;

import dev.storagebench.core.suite.Cell;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/** JMH's own result file: the rounds of a cell are the forks of one benchmark there. */
public final class JmhResults {

  private JmhResults() {}

  /** Writes what was measured, in JMH's JSON. */
  public static void write(List<CellResult> results, Path file) throws IOException {
    Map<Cell, List<BenchmarkResult>> forks = new LinkedHashMap<>();
    Map<Cell, BenchmarkParams> params = new LinkedHashMap<>();
    for (CellResult result : results) {
      RunResult measured = result.jmh();
      if (measured != null) {
        forks
            .computeIfAbsent(result.cell(), cell -> new ArrayList<>())
            .addAll(measured.getBenchmarkResults());
        params.putIfAbsent(result.cell(), measured.getParams());
      }
    }
    Collection<RunResult> merged = new ArrayList<>();
    forks.forEach(
        (cell, each) -> merged.add(new RunResult(withForks(params.get(cell), each.size()), each)));
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(merged);
    }
  }

  private static BenchmarkParams withForks(BenchmarkParams one, int forks) {
    WorkloadParams parameters = new WorkloadParams();
    int index = 0;
    for (String key : one.getParamsKeys()) {
      parameters.put(key, one.getParam(key), index++);
    }
    return JmhParams.with(one, one.getBenchmark(), forks, parameters);
  }
}
