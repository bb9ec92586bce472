package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.maven.EngineVersions;
import dev.storagebench.core.maven.FetchListener;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A class path as a JVM takes it.
 *
 * @param text its entries, separated
 */
public record ClassPath(String text) {

  /** Class path of this JVM. */
  static final ClassPath OWN = new ClassPath(System.getProperty("java.class.path"));

  /**
   * Class path of a JVM that opens a candidate's stores. The first entry that has a class wins, and
   * for the native library in its jar it is the same: the candidate's own jar and those of its
   * version come before this program, which has the bundled ones in it.
   *
   * @throws IllegalArgumentException if there is no such version
   * @throws dev.storagebench.core.engine.EngineException if it cannot be fetched
   */
  public static ClassPath of(Candidate candidate) throws IOException {
    Stream<Path> named = EngineVersions.ofUser().jars(candidate, FetchListener.NONE).stream();
    return new ClassPath(
        Stream.of(named, Stream.of(OWN.text), Plugins.jars().stream())
            .flatMap(each -> each)
            .map(Object::toString)
            .collect(Collectors.joining(File.pathSeparator)));
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
      long modified = Files.getLastModifiedTime(file).toMillis();
      all.append("%s|%d|%d\n".formatted(file.toAbsolutePath(), Files.size(file), modified));
    }
    return Optional.of(all.toString());
  }
}
