package dev.storagebench.engines.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemLibraryTest {
  private static final String PROPERTY = SystemLibrary.PROPERTY + "invented";

  private final SystemLibrary library =
      new SystemLibrary("invented", "invented", "apt-get install libinvented1");

  @TempDir Path folder;

  @AfterEach
  void forget() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void aLibraryThatIsNotInstalledIsMissingWithWhatToInstall() {
    assertThat(library.file()).isEmpty();
    assertThat(library.missing().message())
        .contains("libinvented")
        .contains("apt-get install libinvented1");
  }

  @Test
  void aLibraryThatThePropertyNamesIsFoundByItsRealPath() throws IOException {
    Path real = Files.createFile(folder.resolve("libother.so.2.1"));
    Path link = Files.createSymbolicLink(folder.resolve("libother.so"), real);
    System.setProperty(PROPERTY, link.toString());
    assertThat(library.file()).contains(real.toRealPath());
    assertThat(SystemLibrary.named()).contains("invented");
  }

  @Test
  void aPropertyThatNamesNoFileIsToldAsSuch() {
    System.setProperty(PROPERTY, folder.resolve("none.so").toString());
    assertThat(library.file()).isEmpty();
    assertThat(library.missing().message()).contains("none.so").contains(PROPERTY);
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
