package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An interrupted run says how to go on, and nobody mixes two runs; see {@link TortureIT} for kills.
 */
class ResumeIT {
  private static final String RUN =
      "--dataset reviews:records=1000 --engines lmdb,noop --threads 1 --workloads read,mix95,load --rounds 3 --out run";

  @TempDir private Path folder = Path.of("");

  private String[] with(String... more) {
    return Jar.shortest(RUN, more);
  }

  private boolean hasMeasured() throws IOException {
    Path log = folder.resolve("run/cells.jsonl");
    return Files.exists(log) && Files.size(log) > 0;
  }

  @Test
  void anInterruptedRunWritesItsFilesAndSaysHowToGoOn() throws Exception {
    Path out = folder.resolve("out.txt");
    Process process = new Jar(folder).start(out, with());
    while (!hasMeasured()) {
      assertThat(process.isAlive()).as(Files.readString(out)).isTrue();
      Thread.sleep(20);
    }
    // Ends the JVM as Ctrl-C does, whose signal a process in the background may ignore.
    process.destroy();
    Finished finished = Jar.finish(process, out);
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(143);
    assertThat(finished.out().stripTrailing()).endsWith(String.join(" ", with("--resume")));
    assertThat(folder.resolve("run/report.html")).isNotEmptyFile();
    assertThat(folder.resolve("run/results.csv")).isNotEmptyFile();
  }

  @Test
  void anotherRunOrOtherSettingsAreRefused() throws Exception {
    Jar jar = new Jar(folder);
    Finished none = jar.run(with("--resume"));
    assertThat(none.exitCode()).as(none.out()).isEqualTo(2);
    assertThat(none.out()).contains("--resume");

    Path out = folder.resolve("out.txt");
    Process first = jar.start(out, with());
    try {
      while (!hasMeasured()) {
        assertThat(first.isAlive()).as(Files.readString(out)).isTrue();
        Thread.sleep(50);
      }
      Finished second = jar.run(with("--resume"));
      assertThat(second.exitCode()).as(second.out()).isEqualTo(1);
      assertThat(second.out()).contains("another run is using run");
    } finally {
      first.destroyForcibly().waitFor();
    }
    Finished anew = jar.run(with());
    assertThat(anew.out()).contains("already holds a run", "--resume");
    Finished seed = jar.run(with("--resume", "--seed", "9"));
    assertThat(seed.exitCode()).as(seed.out()).isEqualTo(2);
    assertThat(seed.out()).contains("seed: was 1, is 9").doesNotContain("\tat ");
    Finished compressed = jar.run(with("--resume", "--compression", "lz4"));
    assertThat(compressed.out()).contains("compression: was none, is lz4");
    assertThat(otherCode(jar).out()).contains("code: was 00000000");
  }

  private Finished otherCode(Jar jar) throws Exception {
    Path manifest = folder.resolve("run/run.json");
    String text = Files.readString(manifest);
    Files.writeString(
        manifest, text.replaceFirst("\"code\" : \"\\w{8}\"", "\"code\" : \"00000000\""));
    return jar.run(with("--resume"));
  }
}
