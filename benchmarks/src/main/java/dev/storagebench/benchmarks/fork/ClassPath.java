package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.engine.Candidate;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A class path as a JVM takes it.
 *
 * @param text its entries, separated
 */
public record ClassPath(String text) {

  /** That of a candidate; see {@link ForkFlags#classPath}. */
  public static ClassPath of(Candidate candidate) throws IOException {
    return new ClassPath(ForkFlags.classPath(candidate));
  }

  /**
   * Its jars with their sizes and times, which differ if the code differs; empty if it has folders,
   * whose classes may change at any time.
   */
  public Optional<String> fingerprint() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String entry : text.split(File.pathSeparator, -1)) {
      Path file = Path.of(entry);
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      all.append(file.toAbsolutePath())
          .append('|')
          .append(Files.size(file))
          .append('|')
          .append(Files.getLastModifiedTime(file).toMillis())
          .append('\n');
    }
    return Optional.of(all.toString());
  }
}
