package dev.storagebench.engines.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemLibraryIT {
  private final SystemLibrary library =
      new SystemLibrary("invented", "invented", "apt-get install libinvented1");

  @TempDir Path folder;

  @Test
  void aLibraryThatIsNotInstalledIsMissingWithWhatToInstall() {
    assertThat(library.file()).isEmpty();
    assertThat(library.missing().message())
        .contains("libinvented")
        .contains("apt-get install libinvented1");
  }

  private SystemLibrary chosen(Path file) {
    return library.of(Candidate.parse("invented{library=" + file + "}"));
  }

  @Test
  void aLibraryThatACandidateNamesIsFoundByItsRealPath() throws IOException {
    Path real = Files.createFile(folder.resolve("libother.so.2.1"));
    Path link = Files.createSymbolicLink(folder.resolve("libother.so"), real);
    assertThat(chosen(link).file()).contains(real.toRealPath());
  }

  @Test
  void aCandidateThatNamesNoFileHasItsPathInTheReason() {
    SystemLibrary none = chosen(folder.resolve("none.so"));
    assertThat(none.file()).isEmpty();
    assertThat(none.missing().message()).contains(folder.resolve("none.so").toString());
  }

  @Test
  void theCLibraryOfTheSystemIsFound() {
    // Every dynamically linked Linux has it, under a name with a version only.
    org.junit.jupiter.api.Assumptions.assumeTrue(
        System.getProperty("os.name").equals("Linux"), "the dynamic linker's folders of Linux");
    assertThat(new SystemLibrary("c", "m", "").file()).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "librocksdb.so.7.8.3, 7.8.3",
    "libleveldb.so.1.23.0, 1.23.0",
    "libwiredtiger-3.2.1.so, 3.2.1",
    "libterarkdb.so,"
  })
  void theVersionIsReadFromTheFileName(Path file, String version) {
    assertThat(SystemLibrary.versionOf(file).orElse(null)).isEqualTo(version);
  }
}
