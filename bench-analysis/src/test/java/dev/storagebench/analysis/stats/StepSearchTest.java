package dev.storagebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Searches in simulated releases, whose forks differ by 6 % and rounds by 20 %. */
class StepSearchTest {
  private static final int RELEASES = 16;
  private static final int SEARCHES = 1_000;
  private static final double NOISE = 0.06;
  private static final int MAX_ROUNDS = 200;

  private record Found(StepSearch search, int forks) {}

  /**
   * A search.
   *
   * @param logs of the releases' true speeds
   */
  private static Found search(double[] logs, Random random) {
    List<SortedMap<Integer, Double>> speeds =
        IntStream.range(0, logs.length)
            .mapToObj(i -> (SortedMap<Integer, Double>) new TreeMap<Integer, Double>())
            .toList();
    int forks = 0;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      StepSearch search = StepSearch.of(releases(speeds));
      if (search.next().isEmpty()) {
        return new Found(search, forks);
      }
      double ofRound = 0.2 * random.nextGaussian();
      for (int release : search.next()) {
        speeds
            .get(release)
            .put(round, Math.exp(logs[release] + ofRound + NOISE * random.nextGaussian()));
        forks++;
      }
    }
    throw new AssertionError("it does not end");
  }

  private static List<Series> releases(List<SortedMap<Integer, Double>> speeds) {
    List<Series> releases = new ArrayList<>();
    speeds.forEach(each -> releases.add(new Series("v" + releases.size(), each)));
    return releases;
  }

  private static double[] stepAt(int release, double factor) {
    return IntStream.range(0, RELEASES)
        .mapToDouble(i -> i < release ? 0 : Math.log(factor))
        .toArray();
  }

  @Test
  void equalReleasesHaveNoStep() {
    Random random = new Random(1);
    long found =
        IntStream.range(0, SEARCHES)
            .filter(i -> search(stepAt(0, 1), random).search().step().isPresent())
            .count();
    assertThat(found).isLessThanOrEqualTo(SEARCHES * 5 / 100);
  }

  @Test
  void aStepOfAFifthIsFoundWhereverItIs() {
    Random random = new Random(2);
    int right = 0;
    long forks = 0;
    for (int i = 0; i < SEARCHES; i++) {
      int release = 1 + i % (RELEASES - 1);
      Found found = search(stepAt(release, i % 2 == 0 ? 1.2 : 1 / 1.2), random);
      forks += found.forks;
      StepSearch search = found.search();
      if (search.step().isPresent() && search.high() == release && search.low() == release - 1) {
        right++;
      }
    }
    assertThat(right).isGreaterThanOrEqualTo(SEARCHES * 95 / 100);
    // A ladder of all releases takes 128 forks with eight rounds.
    assertThat(forks / SEARCHES).isLessThan(96);
  }

  @Test
  void neighboursAreComparedAtOnce() {
    Random random = new Random(3);
    Found found = search(new double[] {0, Math.log(0.5)}, random);
    assertThat(found.search().step()).get().extracting(Ratio::verdict).isEqualTo(Verdict.SLOWER);
    assertThat(found.forks).isEqualTo(10);
  }

  @Test
  void stepsOfEqualReleasesAreShownInFiveOfAHundredLaddersAtMost() {
    Random random = new Random(4);
    int alarms = 0;
    int missed = 0;
    for (int i = 0; i < SEARCHES; i++) {
      alarms += shown(0, random).isEmpty() ? 0 : 1;
      missed += shown(Math.log(1.2), random).contains("v5") ? 0 : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(SEARCHES * 5 / 100);
    assertThat(missed).isLessThanOrEqualTo(SEARCHES * 5 / 100);
  }

  /** The steps of a ladder of eight rounds. */
  private static List<String> shown(double step, Random random) {
    List<SortedMap<Integer, Double>> speeds = new ArrayList<>();
    double[] rounds = random.doubles(8).toArray();
    for (int release = 0; release < RELEASES; release++) {
      SortedMap<Integer, Double> of = new TreeMap<>();
      for (int round = 0; round < rounds.length; round++) {
        double log = (release < 5 ? 0 : step) + rounds[round] + NOISE * random.nextGaussian();
        of.put(round, Math.exp(log));
      }
      speeds.add(of);
    }
    return Steps.of(List.of(releases(speeds))).get(0).stream()
        .filter(each -> each.verdict() == Verdict.FASTER || each.verdict() == Verdict.SLOWER)
        .map(Ratio::name)
        .toList();
  }

  @Test
  void withFewerThanTwoReleasesTheSearchIsOver() {
    SortedMap<Integer, Double> none = new TreeMap<>();
    assertThat(StepSearch.of(List.of()).next()).isEmpty();
    assertThat(StepSearch.of(List.of(new Series("1.0", none))).next()).isEmpty();
  }
}
