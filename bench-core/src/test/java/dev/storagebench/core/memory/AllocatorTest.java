package dev.storagebench.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.UnsupportedSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllocatorTest {
  /** A shared object that this JVM has mapped, and one that it has not. */
  private static final Path LIB = Path.of(System.getProperty("java.home"), "lib");

  @TempDir private Path folder;

  @BeforeEach
  void needsLinux() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "only Linux has /proc");
  }

  private static Allocator named(Path file) {
    return Allocator.of(Candidate.parse("rocksdb{malloc=%s}".formatted(file))).orElseThrow();
  }

  @Test
  void itIsNoOptionOfTheEngine() {
    Candidate candidate = Candidate.parse("rocksdb{malloc=/lib/any.so;max_background_jobs=4}");
    assertThat(candidate.engineOptions()).containsOnlyKeys("max_background_jobs");
    assertThat(Allocator.of(Candidate.of("rocksdb"))).isEmpty();
  }

  @Test
  void aSharedObjectIsLoadedByItsRealPath() throws IOException {
    Path file = Files.copy(LIB.resolve("libjava.so"), folder.resolve("libjava.so.2.1"));
    Path link = Files.createSymbolicLink(folder.resolve("libjava.so"), file);
    assertThat(named(link).variable()).isEqualTo("LD_PRELOAD=" + file.toRealPath());
  }

  @Test
  void whatCannotBeLoadedIsUnsupportedWithTheReason() throws IOException {
    Path text = Files.writeString(folder.resolve("libtext.so"), "no library, but long enough");
    Path spaced = Files.copy(LIB.resolve("libjava.so"), folder.resolve("lib java.so"));
    assertThatThrownBy(() -> named(folder.resolve("nowhere.so")))
        .isInstanceOf(UnsupportedSettingException.class)
        .hasMessageContaining("nowhere.so");
    assertThatThrownBy(() -> named(text)).hasMessageContaining("no ELF shared object");
    assertThatThrownBy(() -> named(folder)).hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> named(spaced)).hasMessageContaining("space");
  }

  @Test
  void aProcessThatHasNotMappedItFails() {
    assertThat(named(LIB.resolve("libjava.so")).requireMapped(List.of()))
        .matches("/.*/libjava\\.so sha256:[0-9a-f]{12}");
    assertThatThrownBy(() -> named(LIB.resolve("libjsig.so")).requireMapped(List.of()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("libjsig.so is not mapped");
  }
}
