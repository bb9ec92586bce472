package dev.storagebench.engines.leveldbc;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Sha256;
import dev.storagebench.core.workspace.CacheFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * The native library in RocksJava's jar. It exports RocksDB's C interface as well, so that bindings
 * can be compared over one library.
 */
final class RocksJavaLibrary {
  /** Its file in the cache folder, named by its content. */
  static final Path FILE = extract();

  private RocksJavaLibrary() {}

  private static Path extract() {
    String name = Environment.getJniLibraryFileName("rocksdb");
    try (InputStream in = RocksDB.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new FileNotFoundException("RocksJava's jar has no " + name);
      }
      Path folder =
          Files.createDirectories(
              CacheFolder.current().root().resolve("libraries"), CacheFolder.PRIVATE);
      Path part = Files.createTempFile(folder, name, ".part");
      Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
      Path file = folder.resolve(Sha256.of(part).substring(0, 12) + "-" + name);
      // A process that has loaded the old file keeps it.
      return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw EngineException.cannot("rocksdb-c", "extract RocksJava's library", e);
    }
  }
}
