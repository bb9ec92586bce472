package dev.storagebench.core.maven;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.process.Program.Output;
import dev.storagebench.core.workspace.TemporaryFolder;
import dev.storagebench.core.workspace.TemporaryFolder.Scratch;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Fetches artifacts by running the user's own Maven, so that mirrors, proxies and credentials of
 * the user's settings apply and no repository is named here.
 *
 * @param maven the command, {@code mvn}
 * @param localRepository where Maven puts the artifacts
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
      "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>";
  private static final String REPOSITORY = "maven.repo.local";
  private static final int MAX_OUTPUT_LINES = 12;
  private static final int MAX_VERSIONS = 12;

  /** The Maven on the PATH. */
  public static MavenFetch ofUser() {
    return new MavenFetch("mvn", localRepository(System.getProperties()));
  }

  /**
   * Fetches one file without its dependencies.
   *
   * @param expectedBytes its size, for the listener
   * @return its path in the local repository
   * @throws EngineException if Maven is missing or fails
   */
  public Path file(Artifact artifact, long expectedBytes, FetchListener listener) {
    Path file = artifact.fileIn(localRepository);
    try (Scratch project = project()) {
      Output result =
          run(
              project.path(),
              artifact,
              expectedBytes,
              listener,
              PLUGIN + "get",
              "-Dartifact=" + artifact.coordinates(),
              "-Dtransitive=false");
      if (result.exit() != 0 || !Files.isRegularFile(file)) {
        throw failure(artifact, result);
      }
      listener.fetched(artifact.coordinates(), Files.size(file), Files.size(file));
      return file;
    } catch (IOException e) {
      throw failure(artifact, e);
    }
  }

  /**
   * Fetches jars with their runtime dependencies.
   *
   * @param artifacts the first one is named in messages
   * @return the jars, those of the artifacts first
   * @throws IllegalArgumentException if the first one has no such version; lists others
   * @throws EngineException if Maven is missing or fails
   */
  public List<Path> classPath(List<Artifact> artifacts, FetchListener listener) {
    Artifact artifact = artifacts.get(0);
    try (Scratch project = project()) {
      Path classPath = project.path().resolve("class-path.txt");
      Output result = resolve(project.path(), artifacts, classPath, listener);
      if (result.exit() != 0) {
        requireVersion(artifact);
        throw failure(artifact, result);
      }
      return Stream.of(Files.readString(classPath).strip().split(File.pathSeparator, -1))
          .map(Path::of)
          .toList();
    } catch (IOException e) {
      throw failure(artifact, e);
    }
  }

  /**
   * A private folder to run Maven in. Its {@code .mvn} keeps Maven from taking JVM options and
   * extensions from that of a folder above, such as {@code /tmp}.
   */
  private static Scratch project() throws IOException {
    Scratch project = new Scratch(TemporaryFolder.create("maven"));
    Files.createDirectory(project.path().resolve(".mvn"));
    return project;
  }

  private Output resolve(
      Path project, List<Artifact> artifacts, Path classPath, FetchListener listener)
      throws IOException {
    Files.writeString(
        project.resolve("pom.xml"),
        PROJECT.formatted(
            artifacts.stream()
                .map(each -> DEPENDENCY.formatted(each.group(), each.name(), each.version()))
                .collect(Collectors.joining("\n    "))));
    return run(
        project,
        artifacts.get(0),
        -1,
        listener,
        PLUGIN + "build-classpath",
        "-DincludeScope=runtime",
        "-Dmdep.outputFile=" + classPath);
  }

  // Maven asks for the list of versions only to resolve a range.
  private void requireVersion(Artifact artifact) throws IOException {
    String version = artifact.version();
    Set<String> versions = versions(artifact);
    if (!versions.isEmpty() && !versions.contains(version)) {
      // The latest of the same major version, or of all.
      String major = version.replaceFirst("[^0-9].*", "") + ".";
      List<String> near = versions.stream().filter(each -> each.startsWith(major)).toList();
      List<String> shown = near.isEmpty() ? List.copyOf(versions) : near;
      shown = shown.subList(Math.max(0, shown.size() - MAX_VERSIONS), shown.size());
      throw new IllegalArgumentException(
          "there is no version %s of %s:%s; there are %s (%d in all)"
              .formatted(
                  version,
                  artifact.group(),
                  artifact.name(),
                  String.join(", ", shown),
                  versions.size()));
    }
  }

  private Output run(
      Path project,
      Artifact artifact,
      long expectedBytes,
      FetchListener listener,
      String... arguments)
      throws IOException {
    // Maven must write where we look, whatever its settings say, and keep nothing that differs from
    // the repository's checksums.
    List<String> command =
        new ArrayList<>(
            List.of(maven, "-B", "--strict-checksums", "-D" + REPOSITORY + "=" + localRepository));
    command.addAll(List.of(arguments));
    Path output = project.resolve("maven.log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
    // Maven's script would search for it; maven.multiModuleProjectDirectory follows from it.
    builder.environment().put("MAVEN_BASEDIR", project.toString());
    Process process = start(artifact, builder.redirectOutput(output.toFile()));
    try {
      process.getOutputStream().close();
      while (process.isAlive()) {
        process.onExit().completeOnTimeout(process, 500, TimeUnit.MILLISECONDS).join();
        listener.fetched(
            artifact.coordinates(), arrived(artifact.fileIn(localRepository)), expectedBytes);
      }
    } finally {
      process.destroy();
    }
    List<String> lines = Files.readString(output).lines().filter(line -> !line.isBlank()).toList();
    return new Output(
        process.exitValue(),
        lines.stream()
            .skip(Math.max(0, lines.size() - MAX_OUTPUT_LINES))
            .collect(Collectors.joining("\n  ", "  ", "")));
  }

  private Process start(Artifact artifact, ProcessBuilder builder) {
    try {
      return builder.redirectErrorStream(true).start();
    } catch (IOException noSuchCommand) {
      throw new EngineException(
          "cannot fetch %s: no command '%s' on the PATH; install Maven, or put the file at %s"
              .formatted(artifact.coordinates(), maven, artifact.fileIn(localRepository)),
          noSuchCommand);
    }
  }

  /** The size of the file, or of the temporary one beside it that Maven renames at the end. */
  private static long arrived(Path file) {
    String name = file.getFileName().toString();
    return files(file.getParent(), each -> each.startsWith(name))
        .mapToLong(File::length)
        .max()
        .orElse(0);
  }

  /** The files of these names in a folder; none if there is no such folder. */
  private static Stream<File> files(Path folder, Predicate<String> names) {
    return Stream.ofNullable(folder.toFile().listFiles((in, name) -> names.test(name)))
        .flatMap(Stream::of);
  }

  private EngineException failure(Artifact artifact, Output result) {
    Path file = artifact.fileIn(localRepository);
    return new EngineException(
        """
        cannot fetch %s: Maven ended with %d, %s is %s.
        If this machine is offline, copy that file from another machine's local repository. Maven's last lines:
        %s\
        """
            .formatted(
                artifact.coordinates(),
                result.exit(),
                file,
                Files.exists(file) ? "there" : "missing",
                result.text()));
  }

  private EngineException failure(Artifact artifact, IOException e) {
    return new EngineException(
        "cannot fetch %s into %s: %s".formatted(artifact.coordinates(), localRepository, e), e);
  }

  /**
   * The folder in which the user's Maven keeps what it has fetched: system property {@value
   * #REPOSITORY}, else {@code localRepository} of {@code ~/.m2/settings.xml}, else {@code
   * ~/.m2/repository}. Settings of the Maven installation are not read.
   */
  static Path localRepository(Properties system) {
    String chosen = system.getProperty(REPOSITORY, "");
    if (!chosen.isEmpty()) {
      return Path.of(chosen).toAbsolutePath();
    }
    String home = system.getProperty("user.home");
    Path maven = Path.of(home, ".m2");
    List<String> configured = texts(maven.resolve("settings.xml").toFile(), "localRepository");
    return configured.isEmpty()
        ? maven.resolve("repository")
        : Path.of(configured.get(0).replace("${user.home}", home));
  }

  /**
   * The versions of an artifact that its repositories have.
   *
   * @param artifact in one of them
   * @throws EngineException if Maven is missing
   */
  public Set<String> versions(Artifact artifact) throws IOException {
    Artifact range =
        Artifact.jar(
            "%s:%s:[%3$s,%3$s.0]".formatted(artifact.group(), artifact.name(), artifact.version()));
    try (Scratch project = project()) {
      Path classPath = project.path().resolve("range.txt");
      resolve(project.path(), List.of(range), classPath, FetchListener.NONE);
    }
    return files(
            artifact.folderIn(localRepository), name -> name.matches("maven-metadata-.*\\.xml"))
        .flatMap(file -> texts(file, "version").stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The texts of the elements of this name, up to an error; none if there is no file. */
  private static List<String> texts(File file, String element) {
    List<String> texts = new ArrayList<>();
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (InputStream in = new FileInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals(element)) {
          texts.add(xml.getElementText().strip());
        }
      }
    } catch (IOException | XMLStreamException missingOrBroken) {
      return texts;
    }
    return texts;
  }
}
