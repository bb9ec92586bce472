package dev.storagebench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.noop.NoopEngine;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is no plugin is refused with the reason, and leaves no plugin in force. */
class PluginsTest {
  @TempDir private Path folder;

  private void assertRefused(Path jar, String... reason) {
    assertThatThrownBy(() -> Plugins.use(List.of(jar)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(reason)
        .hasMessageStartingWith("--plugin '" + jar + "'");
    assertThat(Plugins.jars()).isEmpty();
  }

  @Test
  void aFileThatIsNotThereOrNoJarIsRefused() throws IOException {
    assertRefused(folder.resolve("missing.jar"), "no such file");
    assertRefused(Files.writeString(folder.resolve("text.jar"), "text"), "cannot be read as a jar");
  }

  @Test
  void aJarWhosePathWouldBeTwoOfAClassPathIsRefused() throws IOException {
    Path evil = folder.resolve("good" + File.pathSeparator + "evil.jar");
    assertRefused(Files.copy(jar("3", "any.Engine"), evil), "rename it");
  }

  @Test
  void aJarWithoutServiceEntryIsRefused() throws IOException {
    assertRefused(jar("4", ""), "META-INF/services/dev.storagebench.core.engine.StorageEngine");
  }

  @Test
  void aJarOfNoOrAnotherVersionOfTheInterfaceIsRefusedWithTheLineToWrite() throws IOException {
    assertRefused(jar("", "any.Engine"), "has no Storage-Bench-SPI", "'Storage-Bench-SPI: 4'");
    assertRefused(jar("7", "any.Engine"), "Storage-Bench-SPI: 7", "version 4");
  }

  @Test
  void aClassThatCannotBeLoadedIsRefused() throws IOException {
    assertRefused(jar("4", "not.There"), "cannot be loaded", "not.There");
  }

  @Test
  void aJarThatNamesAnEngineOfThisProgramOnlyIsRefused() throws IOException {
    assertRefused(jar("4", NoopEngine.class.getName()), "names no class in the jar");
  }

  /** A jar with an entry for the service, and the class if it is here. */
  private Path jar(String spi, String engine) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (!spi.isEmpty()) {
      manifest.getMainAttributes().putValue(Plugins.SPI_ATTRIBUTE, spi);
    }
    Path file = Files.createTempFile(folder, "plugin", ".jar");
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      if (!engine.isEmpty()) {
        jar.putNextEntry(new ZipEntry("META-INF/services/" + StorageEngine.class.getName()));
        jar.write(engine.getBytes(StandardCharsets.UTF_8));
        String path = engine.replace('.', '/') + ".class";
        try (InputStream in = Plugins.class.getClassLoader().getResourceAsStream(path)) {
          if (in != null) {
            jar.putNextEntry(new ZipEntry(path));
            in.transferTo(jar);
          }
        }
      }
    }
    return file;
  }
}
