package dev.storagebench.core.maven;

import dev.storagebench.core.engine.EngineException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fetches artifacts by running the user's own Maven, so that the mirrors, proxies and credentials
 * of the user's settings are honoured and no registry is named here.
 *
 * @param maven the command, {@code mvn}
 * @param localRepository where Maven will put the artifacts
 */
public record MavenFetch(String maven, Path localRepository) {
  /** Pinned: its goals run on every Maven 3. */
  private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:";

  private static final String PROJECT =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>dev.storagebench</groupId>
        <artifactId>class-path</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
        <dependencies>
      %s
        </dependencies>
      </project>
      """;

  private static final String DEPENDENCY =
      """
          <dependency>
            <groupId>%s</groupId>
            <artifactId>%s</artifactId>
            <version>%s</version>
          </dependency>
      """;

  private static final int LINES_OF_OUTPUT = 12;
  private static final int VERSIONS_SHOWN = 12;

  /** The Maven on the path. */
  public static MavenFetch ofUser() {
    return new MavenFetch("mvn", LocalRepository.resolve(System.getProperties()));
  }

  /**
   * Fetches one file into the local repository, without what it depends on.
   *
   * @param expectedBytes its size, for the display of progress
   * @return its path
   * @throws EngineException if Maven is missing or fails
   */
  public Path file(Artifact artifact, long expectedBytes, FetchListener listener)
      throws InterruptedException {
    Path file = artifact.fileIn(localRepository);
    List<String> goal =
        List.of(PLUGIN + "get", "-Dartifact=" + artifact.coordinates(), "-Dtransitive=false");
    Ended ended = run(goal, artifact, expectedBytes, listener);
    if (ended.exit != 0 || !Files.isRegularFile(file)) {
      throw failure(artifact, ended);
    }
    listener.fetched(artifact.coordinates(), file.toFile().length(), file.toFile().length());
    return file;
  }

  /**
   * Fetches jars with all that they need at run time.
   *
   * @param artifacts the first one is named in messages
   * @return the jars, those of the artifacts first
   * @throws IllegalArgumentException if there is no such version of the first one; the message
   *     lists others
   * @throws EngineException if Maven is missing or fails
   */
  public List<Path> classPath(List<Artifact> artifacts, FetchListener listener)
      throws InterruptedException {
    Artifact artifact = artifacts.get(0);
    try {
      Path project = Files.createTempFile("storage-bench-pom-", ".xml");
      Path result = Files.createTempFile("storage-bench-class-path-", ".txt");
      try {
        Ended ended = resolve(artifacts, project, result, listener);
        if (ended.exit != 0) {
          requireVersion(artifact, project, result);
          throw failure(artifact, ended);
        }
        return Stream.of(Files.readString(result).strip().split(File.pathSeparator, -1))
            .map(Path::of)
            .toList();
      } finally {
        Files.deleteIfExists(project);
        Files.deleteIfExists(result);
      }
    } catch (IOException e) {
      throw unreadable(artifact, e);
    }
  }

  private Ended resolve(List<Artifact> artifacts, Path project, Path result, FetchListener listener)
      throws IOException, InterruptedException {
    Files.writeString(
        project,
        PROJECT.formatted(
            artifacts.stream()
                .map(each -> DEPENDENCY.formatted(each.group(), each.name(), each.version()))
                .collect(Collectors.joining())));
    List<String> goal =
        List.of(
            "-f",
            project.toString(),
            PLUGIN + "build-classpath",
            "-DincludeScope=runtime",
            "-Dmdep.outputFile=" + result);
    return run(goal, artifacts.get(0), -1, listener);
  }

  /** For a range Maven asks for the list of versions; a narrow one costs nothing else. */
  private void requireVersion(Artifact artifact, Path project, Path result)
      throws IOException, InterruptedException {
    String version = artifact.version();
    Artifact range =
        Artifact.jar(
            artifact.group() + ":" + artifact.name(), "[%s,%s.0]".formatted(version, version));
    resolve(List.of(range), project, result, FetchListener.NONE);
    Set<String> versions = LocalRepository.versions(localRepository, artifact);
    if (!versions.isEmpty() && !versions.contains(version)) {
      throw new IllegalArgumentException(
          "there is no version %s of %s:%s; there are %s"
              .formatted(version, artifact.group(), artifact.name(), some(versions, version)));
    }
  }

  /** Those of the same major version, or all; the last ones of them. */
  private static String some(Set<String> versions, String like) {
    String major = like.replaceFirst("[^0-9].*", "") + ".";
    List<String> near = versions.stream().filter(each -> each.startsWith(major)).toList();
    List<String> shown = near.isEmpty() ? List.copyOf(versions) : near;
    List<String> last = shown.subList(Math.max(0, shown.size() - VERSIONS_SHOWN), shown.size());
    return String.join(", ", last)
        + (last.size() < versions.size() ? " (%d in all)".formatted(versions.size()) : "");
  }

  private record Ended(int exit, String output) {}

  private Ended run(
      List<String> goal, Artifact artifact, long expectedBytes, FetchListener listener)
      throws InterruptedException {
    Path file = artifact.fileIn(localRepository);
    try {
      Path output = Files.createTempFile("storage-bench-maven-", ".log");
      try {
        Process process = start(goal, artifact, output);
        try {
          while (!process.waitFor(500, TimeUnit.MILLISECONDS)) {
            listener.fetched(artifact.coordinates(), arrived(file), expectedBytes);
          }
        } finally {
          process.destroy();
        }
        List<String> lines =
            Files.readString(output, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        return new Ended(
            process.exitValue(),
            lines.subList(Math.max(0, lines.size() - LINES_OF_OUTPUT), lines.size()).stream()
                .map("  "::concat)
                .collect(Collectors.joining("\n")));
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw unreadable(artifact, e);
    }
  }

  private Process start(List<String> goal, Artifact artifact, Path output) {
    List<String> command = new ArrayList<>();
    command.add(maven);
    command.add("-B");
    // Maven must write where we look, whatever else its configuration says.
    command.add("-D" + LocalRepository.PROPERTY + "=" + localRepository);
    command.addAll(goal);
    try {
      return new ProcessBuilder(command)
          .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
    } catch (IOException noSuchCommand) {
      throw new EngineException(
          "cannot fetch %s: there is no Maven command '%s' on the PATH; install Maven, or put the file at %s"
              .formatted(artifact.coordinates(), maven, artifact.fileIn(localRepository)),
          noSuchCommand);
    }
  }

  /** Bytes of the file or of the temporary one beside it that Maven renames at the end. */
  private static long arrived(Path file) throws IOException {
    if (!Files.isDirectory(file.getParent())) {
      return 0;
    }
    String name = file.getFileName().toString();
    try (Stream<Path> files = Files.list(file.getParent())) {
      return files
          .filter(each -> each.getFileName().toString().startsWith(name))
          .mapToLong(each -> each.toFile().length())
          .max()
          .orElse(0);
    }
  }

  private EngineException failure(Artifact artifact, Ended ended) {
    Path file = artifact.fileIn(localRepository);
    return new EngineException(
        """
        cannot fetch %s: Maven ended with %d and %s is %s.
        If this machine is offline, copy that file from another machine's local repository. Maven's last lines:
        %s"""
            .formatted(
                artifact.coordinates(),
                ended.exit,
                file,
                Files.exists(file) ? "there" : "missing",
                ended.output));
  }

  private EngineException unreadable(Artifact artifact, IOException e) {
    return new EngineException(
        "cannot fetch %s into %s: %s".formatted(artifact.coordinates(), localRepository, e), e);
  }
}
