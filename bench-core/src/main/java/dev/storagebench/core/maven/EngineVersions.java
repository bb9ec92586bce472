package dev.storagebench.core.maven;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.workspace.CacheFolder;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The jars of engines in other versions than the bundled ones, and of programs that are not
 * bundled. The class path is stored in the cache folder, so only the first run needs Maven and the
 * network.
 *
 * @param lists the folder of the class paths
 */
public record EngineVersions(Path lists, MavenFetch fetch) {
  /** Those of the user's cache folder, fetched by the user's Maven. */
  public static EngineVersions ofUser() {
    return new EngineVersions(CacheFolder.current().versions(), MavenFetch.ofUser());
  }

  /**
   * The jars that a candidate names, fetched now if need be: one of its own, then those of its
   * library, the engine's first; none for one that is bundled or installed.
   *
   * @throws IllegalArgumentException if there is no such version
   * @throws dev.storagebench.core.engine.EngineException if it cannot be fetched
   */
  public List<Path> jars(Candidate candidate, FetchListener listener) throws IOException {
    Optional<Artifact> artifact = Engines.fetched(candidate).map(Artifact::jar);
    List<Path> library = artifact.isEmpty() ? List.of() : jars(List.of(artifact.get()), listener);
    return Stream.concat(
            candidate.jar().map(Path::toAbsolutePath).map(Path::normalize).stream(),
            library.stream())
        .toList();
  }

  /**
   * The releases of an engine in a range, the oldest first; pre-releases only if an end is one.
   *
   * @param first the oldest, which must exist
   * @param last the newest
   * @throws IllegalArgumentException if there is no such release
   * @throws dev.storagebench.core.engine.EngineException if Maven is missing
   */
  public List<String> between(Candidate engine, String first, String last) throws IOException {
    Artifact artifact =
        Engines.of(engine)
            .artifact()
            .map(name -> Artifact.jar(name + ":" + first))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        engine.engine()
                            + " has no releases to fetch: it is not a library of Maven"));
    Set<String> all = fetch.versions(artifact);
    for (String end : List.of(first, last)) {
      NearestName.require("release of " + engine.engine(), end, all);
    }
    return all.stream()
        .filter(each -> Character.isDigit(each.charAt(0)))
        .filter(each -> each.matches("[0-9.]+") || each.equals(first) || each.equals(last))
        .sorted(Comparator.comparing(Version::parse))
        .dropWhile(each -> !each.equals(first))
        .takeWhile(each -> Version.parse(each).compareTo(Version.parse(last)) <= 0)
        .toList();
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
    List<Path> found = fetch.classPath(artifacts, listener);
    Files.createDirectories(lists, CacheFolder.PRIVATE);
    Path half = Files.createTempFile(lists, "half-", ".txt");
    Files.write(half, found.stream().map(Path::toString).toList());
    Files.move(half, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return found;
  }
}
