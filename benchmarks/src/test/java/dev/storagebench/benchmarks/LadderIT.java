package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LadderIT {
  private static final String ENGINE = "rocksdb{max_background_jobs={release}}";

  @TempDir private Path folder;

  @Test
  void aReleaseMayBeAnOptionsValueAndLoadsAreMeasuredInAllRounds() throws Exception {
    Finished finished =
        ladder(
            ENGINE, "1,2,4", "--workloads load,read --records 1000 --rounds 4 --control --out run");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    // The first one reads by turns with itself as well, and is no release.
    assertThat(new Jar(folder).cells("run")).hasSize((3 * 2 + 1) * 4);
    assertThat(finished.out()).contains("Control (1 by turns with itself)");
    String ladder = finished.out().substring(finished.out().lastIndexOf("Releases of "));
    assertThat(ladder).doesNotContain("control");
    assertThat(finished.out())
        .contains("4=rocksdb{max_background_jobs=4}")
        .contains("Releases of " + ENGINE)
        .containsPattern("Load +1 .*\\R +2 .*\\R +4 ");
  }

  @Test
  void aSearchThatIsNotDecidedSaysSo() throws Exception {
    String search = "--bisect --workloads load --records 1000 --rounds 4 --out run";
    Finished finished = new Jar(folder).run(("ladder " + ENGINE + " 1,2,4 " + search).split(" "));
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(new Jar(folder).cells("run")).hasSize(2 * 4);
    assertThat(finished.out())
        .contains("The search between 1 and 4 ended before it was decided: give it more --rounds.");
  }

  @Test
  void invalidReleasesAreRefusedWithWhatIsExpected() throws Exception {
    Finished range = ladder(ENGINE, "1..4", "");
    assertThat(range.exitCode()).isEqualTo(2);
    assertThat(range.out())
        .contains("invalid releases '1..4' (expected at least two, separated by commas)");
    Finished control = ladder(ENGINE, "1,2", "--bisect --control --workloads read");
    assertThat(control.exitCode()).isEqualTo(2);
    assertThat(control.out()).contains("--bisect searches among releases: no --control");
    Finished swapped = ladder("rocksdb@9.10.0", "9.10.0..10.4.2", "");
    assertThat(swapped.exitCode()).isEqualTo(2);
    assertThat(swapped.out()).contains("the releases come second: ladder rocksdb 9.10.0");
  }

  private Finished ladder(String engine, String releases, String options) throws Exception {
    return new Jar(folder)
        .run(Jar.shortest(("ladder " + engine + " " + releases + " " + options).strip()));
  }
}
