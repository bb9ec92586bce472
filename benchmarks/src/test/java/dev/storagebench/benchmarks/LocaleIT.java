package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.benchmarks.Jar.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console without the signs of our figures. */
class LocaleIT {
  @TempDir private Path folder;

  @Test
  void figuresAreReadableInEveryLocaleAndFilesAreAlwaysTheSame() throws Exception {
    String command =
        "--engines lmdb,mapdb-hash --workloads read --records 1000 --steady-within 0 --warm-up 0.1 --seconds 0.2 --rounds 1 --threads 1 --out run";
    Finished run = run("C", command.split(" "));
    assertThat(run.exitCode()).as(run.out()).isZero();
    assertThat(run.out())
        .containsPattern("\\d(us|ns)")
        .containsPattern("Reads: .* x (lmdb|mapdb)")
        .doesNotContain("?", "�");
    String file = Files.readString(folder.resolve("run/summary.txt"));
    assertThat(file).containsPattern("Reads: .* × (lmdb|mapdb)");
    for (String locale : new String[] {"POSIX", "C.UTF-8"}) {
      Finished report = run(locale, "report", "run");
      assertThat(report.exitCode()).as(report.out()).isZero();
      assertThat(report.out())
          .containsPattern("Reads: .* " + (locale.equals("POSIX") ? "x" : "×") + " (lmdb|mapdb)")
          .doesNotContain("?", "�");
      assertThat(folder.resolve("run/summary.txt")).hasContent(file);
    }
  }

  @Test
  void aPathThatTheLocaleCannotEncodeIsToldWithALocaleThatCan() throws Exception {
    assumeTrue(
        "UTF-8".equals(System.getProperty("sun.jnu.encoding")), "no such path can be handed over");
    Finished finished = run("C", "report", "läufe");
    assertThat(finished.exitCode()).as(finished.out()).isEqualTo(2);
    assertThat(finished.out()).contains("LC_ALL=C.UTF-8").doesNotContain("\tat ");
  }

  private Finished run(String locale, String... arguments) throws Exception {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Process process = new Jar(folder).start(out, Map.of("LC_ALL", locale), arguments);
    return Jar.finish(process, out);
  }
}
