package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.JmhParams;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.Parameters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * JMH's own profilers, their halves in a fork, under shorter names of benchmarks. They write into
 * folders that are named by all parameters, and ours together are longer than a file's name may be;
 * then the files are lost without a word. JMH takes no two profilers of one class: so this one
 * stands for all.
 */
public final class ProfilerNameShortener implements InternalProfiler {
  // A file name has 255 bytes at most; mode and benchmark come in front.
  private static final int LONGEST = 150;

  private final List<InternalProfiler> profilers = new ArrayList<>();

  /**
   * Constructor that JMH calls in the fork.
   *
   * @param options a line for each profiler: its name and, after a colon, its own options
   */
  public ProfilerNameShortener(String options) throws ProfilerException {
    for (String line : options.split("\n", -1)) {
      if (ProfilerSpec.of(line).create() instanceof InternalProfiler inner) {
        profilers.add(inner);
      }
    }
  }

  /** With what a cell asks for beside the defaults, if that is short enough, or else a digest. */
  static BenchmarkParams shortened(BenchmarkParams params, Parameters asked) {
    Map<String, String> some = asked.unusual();
    int length =
        some.entrySet().stream()
            .mapToInt(each -> each.getKey().length() + 3 * each.getValue().length() + 2)
            .sum();
    String name = params.getBenchmark();
    int simple = name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1;
    return JmhParams.with(
        params,
        name.substring(simple),
        params.getForks(),
        JmhParams.of(
            length > LONGEST ? Map.of("parameters", "%08x".formatted(asked.hashCode())) : some));
  }

  private static BenchmarkParams shortened(BenchmarkParams params) {
    return shortened(params, ForkPlan.current().orElseThrow().cell().parameters());
  }

  @Override
  public void beforeIteration(BenchmarkParams params, IterationParams iteration) {
    profilers.forEach(each -> each.beforeIteration(shortened(params), iteration));
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams params, IterationParams iteration, IterationResult result) {
    List<Result<?>> results = new ArrayList<>();
    profilers.forEach(
        each -> each.afterIteration(shortened(params), iteration, result).forEach(results::add));
    return results;
  }

  @Override
  public String getDescription() {
    return profilers.stream()
        .map(InternalProfiler::getDescription)
        .collect(Collectors.joining("; "));
  }
}
