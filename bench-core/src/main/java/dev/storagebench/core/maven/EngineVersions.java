package dev.storagebench.core.maven;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.store.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The jars of engines in other versions than the bundled ones, and of programs that are not
 * bundled. The class path is stored in the cache folder, so only the first run needs Maven and the
 * network.
 */
public final class EngineVersions {
  private final Path lists;
  private final MavenFetch fetch;

  EngineVersions(Path lists, MavenFetch fetch) {
    this.lists = lists;
    this.fetch = fetch;
  }

  /** Those of the user's cache folder, fetched by the user's Maven. */
  public static EngineVersions ofUser() {
    return new EngineVersions(CacheFolder.current().versions(), MavenFetch.ofUser());
  }

  /**
   * The jars of a candidate's version, fetched now if need be, the engine's own first; none for the
   * bundled version.
   *
   * @throws IllegalArgumentException if there is no such version
   * @throws dev.storagebench.core.engine.EngineException if it cannot be fetched
   */
  public List<Path> jars(Candidate candidate, FetchListener listener) throws IOException {
    Optional<Artifact> artifact =
        Engines.of(candidate)
            .artifact()
            .filter(any -> !candidate.version().isEmpty())
            .map(name -> Artifact.jar(name, candidate.version()));
    return artifact.isEmpty() ? List.of() : jars(List.of(artifact.get()), listener);
  }

  /**
   * The jars of a program, fetched now if need be.
   *
   * @param artifacts the first one names the list in the cache folder
   * @throws dev.storagebench.core.engine.EngineException if they cannot be fetched
   */
  public List<Path> jars(List<Artifact> artifacts, FetchListener listener) throws IOException {
    Artifact artifact = artifacts.get(0);
    Path list = lists.resolve(artifact.coordinates().replace(':', '_') + ".txt");
    if (Files.exists(list)) {
      List<Path> known = Files.readAllLines(list).stream().map(Path::of).toList();
      if (!known.isEmpty() && known.stream().allMatch(Files::isRegularFile)) {
        return known;
      }
    }
    List<Path> found;
    try {
      found = fetch.classPath(artifacts, listener);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while fetching " + artifact.coordinates(), e);
    }
    Files.createDirectories(lists);
    Path half = Files.createTempFile(lists, "half-", ".txt");
    Files.write(half, found.stream().map(Path::toString).toList());
    Files.move(half, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return found;
  }
}
