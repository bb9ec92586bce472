package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.cell.CellReport.Problem;
import dev.storagebench.core.engine.Candidate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** API that an adapter uses and a version of its engine lacks. */
public final class MissingApi {
  private static final Pattern LOADED =
      Pattern.compile("(?<class>\\S+) source: (?:jar:)?file:(?<file>.*?)(?:!/.*)?");

  private MissingApi() {}

  /** An error of the linker: a method, class or field that is not there. */
  public static Problem problem(Candidate candidate, LinkageError error) {
    return Problem.unsupported(
        "%s is incompatible with its adapter: %s: %s"
            .formatted(candidate.spec(), error.getClass().getSimpleName(), error.getMessage()));
  }

  /**
   * Other code than a candidate's: a class of the engine's packages that was not in the version's
   * jars, so that the bundled one was taken and two versions are mixed, or a jar of its own from
   * which nothing was loaded.
   *
   * @param jars the version's, the engine's own first
   * @param log what {@code -Xlog:class+load} wrote, without decorations
   */
  public static Optional<Problem> problem(
      Candidate candidate, List<Path> jars, Collection<String> log) throws IOException {
    Path jar = jars.get(0).toRealPath();
    Set<String> packages = packages(jar);
    Set<Path> own = new HashSet<>();
    for (Path each : jars) {
      own.add(each.toRealPath());
    }
    List<Matcher> loaded = log.stream().map(LOADED::matcher).filter(Matcher::matches).toList();
    Stream<String> files = loaded.stream().map(line -> line.group("file")).distinct();
    if (candidate.jar().isPresent() && files.map(MissingApi::real).noneMatch(jar::equals)) {
      return Optional.of(
          Problem.unsupported(
              "%s: no class of %s is used; it has another library"
                  .formatted(candidate.label(), jars.get(0).getFileName())));
    }
    return loaded.stream()
        .filter(line -> packages.contains(packageOf(line.group("class"))))
        .filter(line -> !own.contains(real(line.group("file"))))
        .map(
            line ->
                Problem.unsupported(
                    "%s lacks class %s, which the adapter uses"
                        .formatted(candidate.spec(), line.group("class"))))
        .findFirst();
  }

  /** A file of the log, which has it as a URL: without links and escapes. */
  private static Path real(String file) {
    try {
      return Path.of(URI.create("file:" + file)).toRealPath();
    } catch (IOException | IllegalArgumentException notThere) {
      return Path.of(file);
    }
  }

  private static Set<String> packages(Path jar) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      return file.stream()
          .map(entry -> entry.getName().replace('/', '.'))
          .filter(name -> name.endsWith(".class"))
          .map(name -> packageOf(name.substring(0, name.length() - ".class".length())))
          .collect(Collectors.toCollection(HashSet::new));
    }
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }
}
