package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.core.cell.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerSpecTest {
  @TempDir private Path run;

  @Test
  void nameAndOptionsAreReadAndFilesSentToTheRunsFolder() {
    ProfilerSpec jfr = ProfilerSpec.parse("jfr:configName=default");
    assertThat(jfr).isEqualTo(new ProfilerSpec("jfr", "configName=default"));
    assertThat(jfr).hasToString("jfr:configName=default");
    assertThat(jfr.into(Path.of("/run")).options()).isEqualTo("configName=default;dir=/run");
    assertThat(ProfilerSpec.parse("gc").into(Path.of("/run"))).hasToString("gc");
  }

  @Test
  void whatCannotBeUsedIsToldInJmhsWords() {
    assertThatThrownBy(() -> ProfilerSpec.parse("nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'nonsense'", "-lprof");
    assertThatThrownBy(() -> ProfilerSpec.parse("jfr:nonsense=1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a recognized option");
    assertThatThrownBy(() -> ProfilerSpec.parse("async:libPath=/no/such/libasyncProfiler.so"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("async");
  }

  @Test
  void theFolderOfFilesIsTheRuns() {
    assertThatThrownBy(() -> ProfilerSpec.parse("jfr:dir=/elsewhere"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("omit dir=");
  }

  @Test
  void eachRoundOfACellHasAFolderOfItsOwn() throws IOException {
    Cell cell = Runs.cell("ReadWriteMix", "lmdb", "readPercent", "99", "memory", "0.5x+1m");
    Path first = ForkProfilers.folder(run, cell, 0);
    assertThat(first)
        .isEqualTo(run.resolve("profiles/lmdb-ReadWriteMix-99-0.5x-1m-2-threads-round-1"));
    assertThat(ForkProfilers.folder(run, cell, 1)).isNotEqualTo(first);
    Files.createDirectories(first);
    assertThat(ForkProfilers.folder(run, cell, 0)).hasFileName(first.getFileName() + "-2");
  }
}
