package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Fetches an artifact by running the user's own Maven, so that the mirrors, proxies and credentials
 * of the user's settings are honoured and no registry is named here.
 *
 * @param maven the command, {@code mvn}
 * @param localRepository where Maven will put the artifact
 */
record MavenFetch(String maven, Path localRepository) {
  /** Pinned: its goal {@code get} runs on every Maven 3 and needs no project. */
  private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get";

  private static final int LINES_OF_OUTPUT = 12;

  /** Fetches a build into the local repository and returns the zip's path. */
  Path fetch(MysqlBuild build, FetchListener listener) throws InterruptedException {
    Path archive = build.archiveIn(localRepository);
    try {
      Files.createDirectories(archive.getParent());
      Path output = Files.createTempFile("storage-bench-maven", ".log");
      try {
        int exit = run(build, archive, output, listener);
        if (exit != 0 || !Files.isRegularFile(archive)) {
          throw failure(build, archive, exit, output);
        }
        listener.fetched(Files.size(archive), Files.size(archive));
        return archive;
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new EngineException(
          "cannot fetch %s into %s: %s".formatted(build.coordinates(), localRepository, e), e);
    }
  }

  private int run(MysqlBuild build, Path archive, Path output, FetchListener listener)
      throws IOException, InterruptedException {
    Process process = start(build, output);
    try {
      while (!process.waitFor(500, TimeUnit.MILLISECONDS)) {
        listener.fetched(arrived(archive), MysqlBuild.ARCHIVE_BYTES);
      }
      return process.exitValue();
    } finally {
      process.destroy();
    }
  }

  private Process start(MysqlBuild build, Path output) {
    List<String> command =
        List.of(
            maven,
            "-B",
            // Maven must write where we look, whatever else its configuration says.
            "-D" + LocalRepository.PROPERTY + "=" + localRepository,
            GOAL,
            "-Dartifact=" + build.coordinates(),
            "-Dtransitive=false");
    try {
      return new ProcessBuilder(command)
          .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
    } catch (IOException noSuchCommand) {
      throw new EngineException(
          "cannot fetch MySQL: there is no Maven command '%s' on the PATH; install Maven, or put the file %s at %s"
              .formatted(maven, build.coordinates(), build.archiveIn(localRepository)),
          noSuchCommand);
    }
  }

  /** Bytes of the zip or of the temporary file beside it that Maven renames at the end. */
  private static long arrived(Path archive) throws IOException {
    String name = archive.getFileName().toString();
    try (Stream<Path> files = Files.list(archive.getParent())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(name))
          .mapToLong(file -> file.toFile().length())
          .max()
          .orElse(0);
    }
  }

  private static EngineException failure(MysqlBuild build, Path archive, int exit, Path output)
      throws IOException {
    return new EngineException(
        """
        cannot fetch MySQL (%s): Maven ended with %d and %s is %s.
        If this machine is offline, copy that file from another machine's local repository. Maven's last lines:
        %s"""
            .formatted(
                build.coordinates(),
                exit,
                archive,
                Files.exists(archive) ? "there" : "missing",
                LogTail.of(output, LINES_OF_OUTPUT)));
  }
}
