package dev.storagebench.benchmarks.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.EngineException;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

final class ForkDeathTest {

  @Test
  void anEnginesOwnWordsComeBeforeThoseOfItsCause() {
    EngineException failure =
        new EngineException("the server ended with exit code 137", new SQLException("broken pipe"));
    assertThat(ForkDeath.explain(new RunnerException(new BenchmarkException(failure))))
        .isEqualTo("the server ended with exit code 137");
  }

  /** JMH keeps the exceptions of all threads, in any order. */
  @Test
  void theEnginesExceptionCountsWhicheverThreadThrewIt() {
    RunnerException thrown = new RunnerException("forked");
    thrown.addSuppressed(new IllegalStateException("interrupted"));
    thrown.addSuppressed(
        new RuntimeException(new EngineException("mysqld was killed; its log: exit code 137")));
    assertThat(ForkDeath.explain(thrown)).startsWith("mysqld was killed");
  }

  /** Only the fork's own death is one. */
  @Test
  void anExitCodeOfSomethingElseIsNotTheForks() {
    assertThat(ForkDeath.explain(new RunnerException(new SQLException("exit code 137"))))
        .isEqualTo("exit code 137");
  }

  @Test
  void otherwiseTheInnermostReasonCounts() {
    RuntimeException failure = new RuntimeException("outer", new SQLException("inner"));
    assertThat(ForkDeath.explain(new RunnerException(new BenchmarkException(failure))))
        .isEqualTo("inner");
  }

  @Test
  void aForksExitCodeIsExplained() {
    assertThat(ForkDeath.explain(137, Optional.empty()))
        .isEqualTo(
            "the fork died with exit code 137: killed (SIGKILL), by hand or by the kernel's out-of-memory killer");
  }
}
