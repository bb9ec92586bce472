package dev.storagebench.benchmarks;

import dev.storagebench.core.run.ProfilerSpec;
import dev.storagebench.core.stats.Precision;
import dev.storagebench.core.suite.RunPlan;
import dev.storagebench.core.suite.StopRule;
import dev.storagebench.core.suite.SuiteReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a run is carried out: how many rounds, into which folder, watched by whom. */
final class RoundOptions {
  // Nobody waits for more; a ratio that is not known by then will not be.
  private static final int MOST = 200;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = {
        "How often each cell is measured, each time in a fork of its own; with --until or",
        "--budget at most so often."
      })
  private @Nullable Integer rounds;

  @Option(
      names = "--until",
      paramLabel = "SHARE",
      description = {
        "Measures rounds, 10 at least, until every ratio's 95 %% interval is so narrow:",
        "3%% for plus or minus 3 %%."
      })
  private @Nullable String until;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = {
        "Begins no round that would end later: 90s, 20m, 2h of measuring. After 5 rounds",
        "the time goes to the noisier half of the workloads."
      })
  private @Nullable String budget;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where the results go; by default runs/<time>.")
  private @Nullable Path out;

  @Option(
      names = "--resume",
      description = {
        "Goes on with the run in --out where it stopped; refuses if code, data, settings",
        "or machine are others."
      })
  private boolean resume;

  @Option(
      names = "--prof",
      paramLabel = "NAME[:OPTIONS]",
      description = {
        "Watches every fork with one of JMH's profilers: jfr, async, perfasm, stack, gc, …",
        "(-lprof lists them). Its files go to the run's folder and are linked in the report;",
        "its cost is in all figures. May be given several times."
      })
  private List<String> profilers = List.of();

  /** Null for a folder named by the time. */
  @Nullable Path out() {
    return out;
  }

  boolean resume() {
    return resume;
  }

  /** Each is tried out. */
  List<ProfilerSpec> profilers() {
    return profilers.stream().distinct().map(ProfilerSpec::parse).toList();
  }

  /** The rounds that timing is planned for; null for the suite's own number. */
  @Nullable Integer planned() {
    if (rounds != null && rounds < 1) {
      throw new IllegalArgumentException("--rounds " + rounds + " must be 1 at least");
    }
    return rule().ends() ? null : rounds;
  }

  /** The plan with as many rounds as there may be. */
  RunPlan limit(RunPlan plan) {
    return rule().ends() ? plan.upTo(rounds != null ? rounds : MOST) : plan;
  }

  StopRule rule() {
    return new StopRule(
        Optional.ofNullable(until).map(Precision::parse),
        Optional.ofNullable(budget).map(SuiteReader::time));
  }
}
