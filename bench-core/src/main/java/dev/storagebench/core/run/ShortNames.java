package dev.storagebench.core.run;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.result.JmhParams;
import java.io.File;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
 * One of JMH's profilers under shorter names of benchmarks. JMH's write into a folder that is named
 * by all parameters, and ours together are longer than a file's name may be; then the files are
 * lost without a word. JMH makes an instance in the host and one in the fork.
 */
public final class ShortNames implements ExternalProfiler, InternalProfiler {
  // A file name has 255 bytes at most; mode and benchmark come in front.
  private static final int LONGEST = 150;

  private final Profiler profiler;
  private final @Nullable ExternalProfiler external;
  private final @Nullable InternalProfiler internal;

  /**
   * JMH's way to make a profiler.
   *
   * @param options the name of the profiler and, after a colon, its own options
   */
  public ShortNames(String options) throws ProfilerException {
    String[] parts = options.split(":", 2);
    profiler =
        ProfilerFactory.getProfilerOrException(
            new ProfilerConfig(parts[0], parts.length > 1 ? parts[1] : ""));
    external = profiler instanceof ExternalProfiler one ? one : null;
    internal = profiler instanceof InternalProfiler one ? one : null;
  }

  /** The configuration of this profiler for that one. */
  public static ProfilerConfig of(ProfilerConfig other) {
    return new ProfilerConfig(
        ShortNames.class.getName(),
        other.getOpts().isEmpty() ? other.getKlass() : other.getKlass() + ":" + other.getOpts());
  }

  /** With the parameters that are not the usual ones, if those are short enough. */
  static BenchmarkParams shortened(BenchmarkParams params) {
    Map<String, String> usual = Parameters.defaults();
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
    return external == null ? List.of() : external.addJVMInvokeOptions(shortened(params));
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    return external == null ? List.of() : external.addJVMOptions(shortened(params));
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    if (external != null) {
      external.beforeTrial(shortened(params));
    }
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File out, File err) {
    return external == null ? List.of() : typed(external.afterTrial(result, pid, out, err));
  }

  @Override
  public boolean allowPrintOut() {
    return external == null || external.allowPrintOut();
  }

  @Override
  public boolean allowPrintErr() {
    return external == null || external.allowPrintErr();
  }

  @Override
  public void beforeIteration(BenchmarkParams params, IterationParams iteration) {
    if (internal != null) {
      internal.beforeIteration(shortened(params), iteration);
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams params, IterationParams iteration, IterationResult result) {
    return internal == null
        ? List.of()
        : typed(internal.afterIteration(shortened(params), iteration, result));
  }

  /** JMH's interfaces have the raw type, its implementations do not. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Collection<? extends Result<?>> typed(Collection<? extends Result> results) {
    return (Collection<? extends Result<?>>) (Collection) results;
  }

  @Override
  public String getDescription() {
    return profiler.getDescription();
  }
}
