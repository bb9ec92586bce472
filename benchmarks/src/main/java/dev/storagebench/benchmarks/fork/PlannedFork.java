package dev.storagebench.benchmarks.fork;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/** Gives a fork that JMH starts its command line. All of it runs in the host. */
public class PlannedFork implements ExternalProfiler {
  private static final String CLASS_PATH = "java.class.path";

  private final String json;
  private Fork.@Nullable Command command;

  /**
   * JMH's way to make a profiler, in the fork as well.
   *
   * @param json that of a {@link Fork.Command}, whose fork the caller prepares and removes
   */
  public PlannedFork(String json) {
    this.json = json;
  }

  /** The next fork's. */
  protected Fork.Command command(BenchmarkParams params) throws IOException {
    return Fork.Command.read(json);
  }

  /** JMH asks for this first of all. */
  @Override
  public final Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    try {
      command = command(params);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // JMH reads it after asking the profilers for their flags.
    System.setProperty(CLASS_PATH, command.classPath());
    return command.launcher();
  }

  @Override
  public final Collection<String> addJVMOptions(BenchmarkParams params) {
    return command == null ? List.of() : command.flags();
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    System.setProperty(CLASS_PATH, ClassPath.OWN.text());
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File stdOut, File stdErr) {
    return List.of();
  }

  @Override
  public boolean allowPrintOut() {
    // JMH keeps it for the case that the fork fails, and then writes it to its log.
    return false;
  }

  @Override
  public boolean allowPrintErr() {
    return false;
  }

  @Override
  public String getDescription() {
    return "Storage Bench: fork flags, memory limit, store preparation, size on disk";
  }
}
