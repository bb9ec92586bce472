package dev.storagebench.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The jar as a user starts it, in a folder and with a cache folder. */
record Jar(Path folder, Path cache) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path JAR = Path.of(System.getProperty("storagebench.jar"));

  /** What a finished process printed, and its exit code. */
  record Finished(int exitCode, String out) {}

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
    List<String> command = new ArrayList<>(launcher);
    command.addAll(jvm());
    command.addAll(flags);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    return start(command, out, environment);
  }

  private List<String> jvm() throws IOException {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
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
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
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
