package dev.storagebench.analysis.conclusion;

import static dev.storagebench.analysis.compare.Runs.cell;
import static dev.storagebench.analysis.compare.Runs.rounds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Upgrade.Row;
import dev.storagebench.analysis.report.ComparisonText;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.suite.View;
import dev.storagebench.analysis.suite.View.Kind;
import dev.storagebench.core.text.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class UpgradeTest {
  private static final List<View> SPEED =
      List.of(
          new View(
              "Speed",
              null,
              Kind.TABLE,
              List.of("speed"),
              List.of("workload"),
              List.of("candidate"),
              Map.of(),
              List.of(),
              null,
              null,
              null));

  private static Manifest run(double[] old, double[] now) {
    List<CellResult> results = new ArrayList<>(rounds(cell("PointRead", "old=lmdb"), old));
    results.addAll(rounds(cell("PointRead", "new=lmdb"), now));
    results.addAll(rounds(cell("RandomWrite", "old=lmdb"), 50, 52, 49));
    results.addAll(rounds(cell("RandomWrite", "new=lmdb"), 50, 52, 49));
    return Runs.run("cpu", results);
  }

  private static Upgrade upgrade(double[] old, double[] now) {
    return Upgrade.of(run(old, now), SPEED, "old", "new");
  }

  private static double[] of(double... values) {
    return values;
  }

  @Test
  void aLossInEveryRoundIsFoundThoughTheMachineDrifts() {
    Upgrade upgrade = upgrade(of(100, 50, 80), of(90.1, 45.2, 71.8));
    assertThat(upgrade.losses(0.05)).extracting(Row::workload).containsExactly("PointRead");
    assertThat(upgrade.losses(0.15)).isEmpty();
    assertThat(ComparisonText.of(upgrade, "old", "new", "5%").text(TextStyle.NONE))
        .contains("new is worse by more than 5% in 1 of 2 figures: PointRead speed 0.90 × (0.8");
  }

  @Test
  void aGainIsNoLoss() {
    assertThat(upgrade(of(90.1, 45.2, 71.8), of(100, 50, 80)).losses(0.01)).isEmpty();
  }

  @Test
  void aFigureOfOneOnlyIsNamed() {
    List<CellResult> results = new ArrayList<>(rounds(cell("PointRead", "old=lmdb"), 100, 50));
    results.addAll(rounds(cell("PointRead", "new=lmdb"), 100, 50));
    results.addAll(rounds(cell("RandomWrite", "old=lmdb"), 50, 52));
    Upgrade upgrade = Upgrade.of(Runs.run("cpu", results), SPEED, "old", "new");
    assertThat(upgrade.rows()).extracting(Row::workload).containsExactly("PointRead");
    assertThat(ComparisonText.of(upgrade, "old", "new", "1%").markdown())
        .contains("Not judged: RandomWrite speed (only one has it).");
  }

  @Test
  void aWorkloadThatNoViewShowsIsJudgedByItsSpeed() {
    List<CellResult> results = new ArrayList<>(rounds(cell("Scan", "old=lmdb"), 100, 101, 99));
    results.addAll(rounds(cell("Scan", "new=lmdb"), 50, 51, 49));
    Upgrade upgrade = Upgrade.of(Runs.run("cpu", results), List.of(), "old", "new");
    assertThat(upgrade.losses(0.3)).extracting(Row::figure).containsExactly("speed");
  }

  @Test
  void oneRoundDecidesNothing() {
    Upgrade upgrade = upgrade(of(100), of(10));
    assertThat(upgrade.losses(0.01)).isEmpty();
    assertThat(ComparisonText.of(upgrade, "old", "new", "1%").markdown())
        .contains("No loss of more than 1% is shown in any of 2 figures; 1 undecided.");
  }

  /** Of equal releases, one in a hundred with two figures; 1.5 % leaves room for chance. */
  @Test
  void equalReleasesSeldomRaiseAnAlarm() {
    Random random = new Random(1);
    int alarms = 0;
    for (int i = 0; i < 2000; i++) {
      double[] old = DoubleStream.generate(() -> noisy(random)).limit(12).toArray();
      double[] now = DoubleStream.generate(() -> noisy(random)).limit(12).toArray();
      alarms += upgrade(old, now).losses(1e-9).isEmpty() ? 0 : 1;
    }
    assertThat(alarms).isLessThan(30).isPositive();
  }

  private static double noisy(Random random) {
    return 100 * Math.exp(0.03 * random.nextGaussian());
  }
}
