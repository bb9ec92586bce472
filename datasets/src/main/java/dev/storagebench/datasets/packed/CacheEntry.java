package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sidecar of a cached file, as JSON beside it: {@code name.records.json}.
 *
 * @param identity what was packed and how, in full
 * @param digest the packed file's digest
 * @param modifiedMillis the packed file's time of change when it was last known to be sound
 * @param report what was met while packing
 */
record CacheEntry(String identity, String digest, long modifiedMillis, PackingReport report) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  static Path beside(Path file) {
    return file.resolveSibling(file.getFileName() + ".json");
  }

  /** The sidecar of a packed file, or null if there is none that can be read. */
  static @Nullable CacheEntry read(Path file) throws IOException {
    try {
      CacheEntry entry = JSON.readValue(Files.readAllBytes(beside(file)), CacheEntry.class);
      return entry.complete() ? entry : null;
    } catch (NoSuchFileException | JacksonException unusable) {
      // Without a sound sidecar the file is packed again, which writes a new one.
      return null;
    }
  }

  /** Jackson leaves a missing property null, whatever its type says. */
  @SuppressWarnings("ConstantValue")
  private boolean complete() {
    return identity != null && digest != null && report != null;
  }

  /** Writes the sidecar of a packed file whole, over one that may be there. */
  void write(Path file) throws IOException {
    Path sidecar = beside(file);
    Path temporary = sidecar.resolveSibling(sidecar.getFileName() + PackedWriter.TEMPORARY_SUFFIX);
    try {
      Files.write(temporary, JSON.writeValueAsBytes(this));
      Files.move(temporary, sidecar, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
