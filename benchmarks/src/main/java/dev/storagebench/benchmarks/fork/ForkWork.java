package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.cell.ForkPlan;
import java.io.IOException;

/** The work of a JVM that {@link Fork#run} starts. */
@FunctionalInterface
public interface ForkWork {
  /** Does what is planned. */
  CellReport report(ForkPlan plan) throws IOException;

  /** In that JVM: does its work and leaves the report, or why it failed. */
  static void run(ForkWork work) {
    of(ForkPlan.current().orElseThrow(), work).write(ForkPlan.report().orElseThrow());
  }

  /** The work's report, or why it failed. */
  static CellReport of(ForkPlan plan, ForkWork work) {
    try {
      return work.report(plan);
    } catch (LinkageError e) {
      return CellReport.of(MissingApi.problem(plan.cell().candidate(), e));
    } catch (IOException | RuntimeException e) {
      return CellReport.of(Problem.of(e));
    }
  }
}
