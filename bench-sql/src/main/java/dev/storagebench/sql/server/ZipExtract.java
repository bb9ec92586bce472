package dev.storagebench.sql.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * Unpacks chosen files of a zip and lets none of them out of the target folder: neither by its name
 * ({@code ../}) nor through a symbolic link.
 */
final class ZipExtract {

  private ZipExtract() {}

  /**
   * Unpacks the entries whose names match.
   *
   * @param target a folder that exists and is empty
   * @throws IOException also if an entry would leave the folder; what was unpacked before stays
   */
  static void extract(Path archive, Pattern wanted, Path target) throws IOException {
    Map<Path, Path> links = new LinkedHashMap<>();
    try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        if (!entry.isDirectory() && wanted.matcher(entry.getName()).matches()) {
          Path file = inside(target, target, entry.getName(), archive);
          Files.createDirectories(file.getParent());
          if (entry.isUnixSymlink()) {
            String to = zip.getUnixSymlink(entry);
            inside(target, file.getParent(), to, archive);
            links.put(file, Path.of(to));
          } else {
            write(zip, entry, file);
          }
        }
      }
    }
    // Links come last, so that no file is ever written through one.
    for (Map.Entry<Path, Path> link : links.entrySet()) {
      Files.createSymbolicLink(link.getKey(), link.getValue());
    }
  }

  private static Path inside(Path target, Path base, String name, Path archive) throws IOException {
    Path resolved = base.resolve(name).normalize();
    if (!resolved.startsWith(target.normalize())) {
      throw new IOException(
          "%s has an entry that leaves its folder: '%s'; the file is not what it should be, delete it"
              .formatted(archive, name));
    }
    return resolved;
  }

  private static void write(ZipFile zip, ZipArchiveEntry entry, Path file) throws IOException {
    try (InputStream content = zip.getInputStream(entry)) {
      long written = Files.copy(content, file);
      if (written != entry.getSize()) {
        throw new IOException(
            "%s has %d bytes instead of %d".formatted(file, written, entry.getSize()));
      }
    }
    // Set-user-id and the like are not taken over.
    if ((entry.getUnixMode() & 0100) != 0 && !file.toFile().setExecutable(true)) {
      throw new IOException("cannot make %s executable".formatted(file));
    }
  }
}
