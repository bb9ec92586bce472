package dev.storagebench.core.openloop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.openloop.OpenLoopReport.Iteration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLoopReportTest {

  private static OpenLoopReport report(Iteration... iterations) {
    return new OpenLoopReport("1k", 1000, List.of(iterations));
  }

  private static Iteration iteration(long done, double lagSeconds) {
    return new Iteration(2, done / 2.0, 2000, done, lagSeconds);
  }

  @Test
  void whatIsDoneIsAllThatCame() {
    OpenLoopReport report = report(iteration(2000, 0), iteration(1998, 0.001));
    assertThat(report.keptUp()).isTrue();
    assertThat(report.achieved()).isEqualTo(999.5);
    assertThat(report.backlog()).isEqualTo(1);
  }

  @Test
  void oneInAHundredLeftUndoneIsTooMany() {
    assertThat(report(iteration(1970, 0.03), iteration(1980, 0.02)).keptUp()).isFalse();
  }

  @Test
  void aThreadThatIsLateAtTheEndOfEveryIterationDoesNotKeepUp() {
    assertThat(report(iteration(1988, 0.012), iteration(1988, 0.012)).keptUp()).isFalse();
  }

  @Test
  void aStallAtTheEndOfOneIterationIsNoDoubt() {
    assertThat(report(iteration(1988, 0.012), iteration(2000, 0)).keptUp()).isTrue();
  }
}
