package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.result.JmhParams;
import dev.storagebench.core.cell.Parameter;
import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.Profiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/**
 * JMH's own profilers under shorter names of benchmarks. They write into folders that are named by
 * all parameters, and ours together are longer than a file's name may be; then the files are lost
 * without a word. JMH makes an instance in the host and one in the fork, and takes no two profilers
 * of one class: so this one stands for all.
 */
public final class ProfilerNameShortener implements ExternalProfiler, InternalProfiler {
  // A file name has 255 bytes at most; mode and benchmark come in front.
  private static final int LONGEST = 150;

  private final List<Profiler> profilers = new ArrayList<>();

  /**
   * JMH's way to make a profiler.
   *
   * @param options a line for each profiler: its name and, after a colon, its own options
   */
  public ProfilerNameShortener(String options) throws ProfilerException {
    for (String line : options.split("\n", -1)) {
      profilers.add(ProfilerFactory.getProfilerOrException(ProfilerSpec.of(line).config()));
    }
  }

  /** The configuration of this profiler for those; empty for none. */
  public static Optional<ProfilerConfig> of(Collection<ProfilerSpec> others) {
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(new ProfilerConfig(ProfilerNameShortener.class.getName(), text(others)));
  }

  /** Those as this profiler's options. */
  static String text(Collection<ProfilerSpec> others) {
    return others.stream().map(ProfilerSpec::toString).collect(Collectors.joining("\n"));
  }

  private <T> Stream<T> those(Class<T> kind) {
    return profilers.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** With the parameters that are not the usual ones, if those are short enough. */
  static BenchmarkParams shortened(BenchmarkParams params) {
    Map<String, String> usual = Parameter.conditionDefaults();
    WorkloadParams some = new WorkloadParams();
    int length = 0;
    int index = 0;
    for (String name : params.getParamsKeys()) {
      String value = params.getParam(name);
      if (!value.equals(usual.get(name))) {
        some.put(name, value, index++);
        length += name.length() + 3 * value.length() + 2;
      }
    }
    if (length > LONGEST) {
      some = new WorkloadParams();
      some.put("parameters", "%08x".formatted(params.id().hashCode()), 0);
    }
    String name = params.getBenchmark();
    int simple = name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1;
    return JmhParams.with(params, name.substring(simple), params.getForks(), some);
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    return those(ExternalProfiler.class)
        .flatMap(each -> each.addJVMInvokeOptions(shortened(params)).stream())
        .toList();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    return those(ExternalProfiler.class)
        .flatMap(each -> each.addJVMOptions(shortened(params)).stream())
        .toList();
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    those(ExternalProfiler.class).forEach(each -> each.beforeTrial(shortened(params)));
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File out, File err) {
    List<Result<?>> results = new ArrayList<>();
    those(ExternalProfiler.class)
        .forEach(each -> each.afterTrial(result, pid, out, err).forEach(results::add));
    return results;
  }

  @Override
  public boolean allowPrintOut() {
    return those(ExternalProfiler.class).allMatch(ExternalProfiler::allowPrintOut);
  }

  @Override
  public boolean allowPrintErr() {
    return those(ExternalProfiler.class).allMatch(ExternalProfiler::allowPrintErr);
  }

  @Override
  public void beforeIteration(BenchmarkParams params, IterationParams iteration) {
    those(InternalProfiler.class)
        .forEach(each -> each.beforeIteration(shortened(params), iteration));
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams params, IterationParams iteration, IterationResult result) {
    List<Result<?>> results = new ArrayList<>();
    those(InternalProfiler.class)
        .forEach(
            each ->
                each.afterIteration(shortened(params), iteration, result).forEach(results::add));
    return results;
  }

  @Override
  public String getDescription() {
    return profilers.stream().map(Profiler::getDescription).collect(Collectors.joining("; "));
  }
}
