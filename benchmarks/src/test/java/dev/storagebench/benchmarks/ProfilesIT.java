package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What profilers leave of a run, and what they do to it. */
class ProfilesIT {
  private static final String RUN =
      "--engines noop --dataset reviews:records=1000 --workloads read --rounds 1 --threads 1";

  @TempDir private Path folder;

  private Finished run(String... more) throws Exception {
    return new Jar(folder).run(Jar.shortest(RUN, more));
  }

  @Test
  void recordingsAndTextsAreKeptAtTheirCellsAndTheRunSaysSo() throws Exception {
    Finished finished = run("--out", "run", "--prof", "jfr", "--prof", "stack", "--prof", "gc");
    assertThat(finished.exitCode()).as(finished.out()).isZero();
    assertThat(finished.out()).contains("measured under a profiler (jfr, stack, gc)");
    for (JsonNode cell : new Jar(folder).cells("run")) {
      assertThat(cell.get("profiles")).hasSize(2);
      for (JsonNode profile : cell.get("profiles")) {
        assertThat(folder.resolve("run").resolve(profile.asString())).isNotEmptyFile();
      }
      assertThat(cell.get("secondary"))
          .extracting(each -> each.get("name").asString())
          .contains("gc.alloc.rate.norm")
          .doesNotContain("jfr", "stack");
    }
    assertThat(Files.readString(folder.resolve("run/summary.txt"))).doesNotContain("\u001b");
    Finished compared = new Jar(folder).run("compare", "run", "run");
    assertThat(compared.out()).contains("Warning: the old run was measured under a profiler");
  }

  @Test
  void aProfilerThatCannotWorkHereIsAUsageErrorBeforeAnythingIsMeasured() throws Exception {
    Finished unknown = run("--prof", "nonsense");
    assertThat(unknown.exitCode()).as(unknown.out()).isEqualTo(2);
    assertThat(unknown.out()).contains("nonsense", "-lprof").doesNotContain("\tat ", "rounds,");
    Finished async = run("--prof", "async:libPath=/no/such/file.so");
    assertThat(async.exitCode()).as(async.out()).isEqualTo(2);
    assertThat(async.out()).contains("async").doesNotContain("\tat ");
    assertThat(folder.resolve("runs")).doesNotExist();
    Finished jmh = new Jar(folder).run("PointRead", "-p", "engine=noop", "-prof", "nonsense");
    assertThat(jmh.exitCode()).as(jmh.out()).isEqualTo(2);
  }

  @Test
  void colorsAreForTerminalsOrForThoseWhoAsk() throws Exception {
    assertThat(new Jar(folder).run("doctor").out()).doesNotContain("\u001b");
    assertThat(new Jar(folder).run("doctor", "--color", "always").out()).contains("\u001b[32mok");
  }
}
