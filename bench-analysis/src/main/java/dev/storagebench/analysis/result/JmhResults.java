package dev.storagebench.analysis.result;

import dev.storagebench.core.cell.Cell;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/** JMH's own result files: the rounds of a cell are the forks of one benchmark there. */
public final class JmhResults {

  // Twice the depth that results have. Nested collections would take a time that doubles with each
  // level, and some classes of the JDK do things when they are read: a URL asks for its host.
  private static final ObjectInputFilter JMH_ONLY =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=26;maxarray=10000000;org.openjdk.jmh.**;dev.storagebench.core.**;java.lang.*;java.util.*;java.util.concurrent.TimeUnit;!*");

  private JmhResults() {}

  /** A result in the form in which JMH sends it between JVMs. */
  public static byte[] bytes(RunResult result) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(result);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads it back.
   *
   * @throws IOException if it is something else; the cause says what
   */
  public static RunResult read(byte[] bytes) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      in.setObjectInputFilter(JMH_ONLY);
      return (RunResult) in.readObject();
    } catch (ClassNotFoundException | ClassCastException | ObjectStreamException | EOFException e) {
      throw new IOException("no result of JMH: " + e, e);
    }
  }

  /**
   * The result of several clients that measured the same iterations together: their threads count
   * as those of one, so that JMH adds throughputs up and joins samples.
   */
  public static RunResult together(List<RunResult> clients) {
    BenchmarkParams params = clients.get(0).getParams();
    List<List<IterationResult>> iterations =
        clients.stream().map(each -> iterations(each).toList()).toList();
    List<IterationResult> all = new ArrayList<>();
    for (int i = 0; i < iterations.get(0).size(); i++) {
      IterationResult first = iterations.get(0).get(i);
      IterationResult sum = new IterationResult(params, first.getParams(), first.getMetadata());
      for (List<IterationResult> client : iterations) {
        client.get(i).getRawPrimaryResults().forEach(sum::addResult);
        client.get(i).getRawSecondaryResults().values().forEach(sum::addResult);
      }
      all.add(sum);
    }
    return new RunResult(params, List.of(new BenchmarkResult(params, all)));
  }

  /** The iterations of all forks, in their order. */
  static Stream<IterationResult> iterations(RunResult run) {
    return run.getBenchmarkResults().stream().flatMap(fork -> fork.getIterationResults().stream());
  }

  /** Writes what was measured, in JMH's JSON. */
  public static void write(List<CellResult> results, Path file) throws IOException {
    try (PrintStream out = new PrintStream(RunFolder.open(file), false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(merged(results));
    }
  }

  /** The rounds of each cell, as the forks of one benchmark. */
  public static Collection<RunResult> merged(List<CellResult> results) {
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
        (cell, each) -> {
          BenchmarkParams one = params.get(cell);
          WorkloadParams parameters = JmhParams.of(JmhParams.values(one));
          merged.add(new RunResult(JmhParams.with(one, each.size(), parameters), each));
        });
    return merged;
  }
}
