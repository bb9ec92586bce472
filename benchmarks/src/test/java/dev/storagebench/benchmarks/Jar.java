package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.StoreFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The jar as a user starts it, in a folder and with a cache folder. Figures do not matter here: its
 * JVMs have no optimising compiler, and a new cache folder has the archive of classes by which
 * forks start fast, which is made once for all.
 */
record Jar(Path folder, Path cache) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path JAR = Path.of(System.getProperty("storagebench.jar"));
  private static final String CLASSES = "classes";
  private static final String PRIVATE = "rwx------";

  /** The archive's file, by its name; a run before the first test makes it. */
  private static final class ClassArchive {
    private static final String RUN =
        "--engines noop --workloads read --records 1000 --rounds 1 --threads 1 --out run";
    private static final Map<String, byte[]> FILES = make();

    private static Map<String, byte[]> make() {
      try {
        Path folder = Files.createTempDirectory("jar");
        try {
          Jar jar = new Jar(folder);
          Path out = folder.resolve("out.txt");
          List<String> command = new ArrayList<>(jar.jvm());
          command.addAll(List.of("-jar", JAR.toString()));
          command.addAll(List.of(shortest(RUN)));
          Finished finished = finish(jar.start(command, out, Map.of()), out);
          if (finished.exitCode() != 0) {
            throw new IllegalStateException(finished.out());
          }
          return jar.classArchives();
        } finally {
          StoreFolder.delete(folder);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** What a finished process printed, and its exit code. */
  record Finished(int exitCode, String out) {}

  /** The arguments of a line, of the shortest measurement, and more. */
  static String[] shortest(String line, String... more) {
    String times = " --steady-within 0 --warm-up 0.1 --seconds 0.1";
    return Stream.concat(Stream.of((line + times).split(" ")), Stream.of(more))
        .toArray(String[]::new);
  }

  /** With a cache of its own. */
  Jar(Path folder) {
    this(folder, folder.resolve("cache"));
  }

  /** For temporary files; nobody else's are there. */
  Path temporary() {
    return folder.resolve("tmp");
  }

  Process start(Path out, String... arguments) throws IOException {
    return start(out, Map.of(), arguments);
  }

  Process start(Path out, Map<String, String> environment, String... arguments) throws IOException {
    return start(List.of(), List.of(), out, environment, arguments);
  }

  /**
   * Starts it.
   *
   * @param launcher words before the JVM
   * @param flags of the JVM
   */
  Process start(
      List<String> launcher,
      List<String> flags,
      Path out,
      Map<String, String> environment,
      String... arguments)
      throws IOException {
    shareClassArchive();
    List<String> command = new ArrayList<>(launcher);
    command.addAll(jvm());
    command.addAll(flags);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    return start(command, out, environment);
  }

  private Map<String, byte[]> classArchives() throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    try (DirectoryStream<Path> archives =
        Files.newDirectoryStream(cache.resolve(CLASSES), "*.jsa")) {
      for (Path archive : archives) {
        files.put(archive.getFileName().toString(), Files.readAllBytes(archive));
      }
    }
    return files;
  }

  /** Not where a test has made the cache folder itself. */
  private void shareClassArchive() throws IOException {
    if (Files.exists(cache)) {
      return;
    }
    Path classes =
        Files.createDirectories(
            cache.resolve(CLASSES),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
    for (Map.Entry<String, byte[]> archive : ClassArchive.FILES.entrySet()) {
      Files.write(classes.resolve(archive.getKey()), archive.getValue());
    }
  }

  private List<String> jvm() throws IOException {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        // No optimising compiler: the run and its forks start in half the time.
        "-XX:TieredStopAtLevel=1",
        // Whose digits are others.
        "-Duser.language=ar",
        "-Duser.country=EG",
        "-Djava.io.tmpdir=" + Files.createDirectories(temporary()),
        "-Dstoragebench.machine-lock=" + folder.resolve("machine.lock"));
  }

  private Process start(List<String> command, Path out, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("STORAGE_BENCH_CACHE", cache().toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  Finished run(String... arguments) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    return finish(start(out, arguments), out);
  }

  /**
   * Runs a line of a shell in the folder; {@code java} in it starts the JVM as {@link #run} does.
   *
   * @param arguments are added to the line
   */
  Finished shell(String line, String... arguments) throws IOException, InterruptedException {
    Path home = Path.of(System.getProperty("java.home"), "bin");
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Path java =
        Files.writeString(
            programs.resolve("java"),
            "#!/bin/sh%nexec %s \"$@\"%n".formatted(String.join(" ", jvm())));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString(PRIVATE));
    List<String> command = new ArrayList<>(List.of("sh", "-c", line + " \"$@\"", "sh"));
    command.addAll(List.of(arguments));
    String path = programs + ":" + home + ":" + System.getenv("PATH");
    Path out = Files.createTempFile(folder, "out", ".txt");
    return finish(start(command, out, Map.of("PATH", path)), out);
  }

  /** What the run in this folder, below that of the jar, has written down of each of its cells. */
  List<JsonNode> cells(String run) throws IOException {
    return Files.readAllLines(folder.resolve(run).resolve("cells.jsonl")).stream()
        .map(JSON::readTree)
        .toList();
  }

  /** A figure of a cell of {@link #cells}. */
  static double figure(JsonNode cell, String name) {
    return StreamSupport.stream(cell.get("secondary").spliterator(), false)
        .filter(each -> each.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow()
        .get("value")
        .asDouble();
  }

  static Finished finish(Process process, Path out) throws IOException, InterruptedException {
    if (!process.waitFor(8, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("still running after 8 minutes: " + Files.readString(out));
    }
    return new Finished(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
  }
}
