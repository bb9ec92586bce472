package dev.storagebench.engines.leveldbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedLibrariesTest {
  private static final String FORK = SystemLibrary.PROPERTY + "terarkdb";
  private static final String KNOWN = SystemLibrary.PROPERTY + "leveldb";

  @TempDir Path folder;

  @AfterEach
  void forget() {
    System.clearProperty(FORK);
    System.clearProperty(KNOWN);
  }

  @Test
  void aLibraryOfAnUnknownNameBecomesAnEngine() {
    System.setProperty(FORK, "/nowhere/libterarkdb.so");
    System.setProperty(KNOWN, "/nowhere/libleveldb.so");
    assertThat(new NamedLibraries().engines())
        .extracting(StorageEngine::name)
        .containsExactly("terarkdb");
    assertThat(Engines.named("terarkdb").staysOut()).isPresent();
  }

  @Test
  void aFileThatIsNoLibraryIsUnsupportedAndNoError() throws Exception {
    Path text = Files.writeString(folder.resolve("libterarkdb.so"), "no library");
    System.setProperty(FORK, text.toString());
    assertThat(Engines.named("terarkdb").availability())
        .isInstanceOfSatisfying(
            Availability.Unsupported.class,
            unsupported -> assertThat(unsupported.reason()).contains("libterarkdb.so"));
  }
}
