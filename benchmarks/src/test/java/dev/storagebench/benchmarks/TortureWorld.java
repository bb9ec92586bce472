package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A folder in which one suite is run again and again, with a cache and a temporary folder of its
 * own.
 *
 * @param folder whose path no other process has in its environment
 */
record TortureWorld(Path folder) {
  private static final String SUITE = "torture.yaml";
  private static final String GROUP = "storage-bench-";
  private static final String MARK = "STORAGE_BENCH_CACHE=";
  // Forks, times, hashes and processes in names of files.
  private static final String NUMBER = "\\b[0-9a-f]{8,}\\b|\\d+";
  private static final int MAX_DEPTH = 6;
  // After which a fork hangs.
  private static final int PATIENCE_SECONDS = 15;
  private static final int GONE_WITHIN_SECONDS = 10;

  static TortureWorld of(Path folder, String suite) throws IOException {
    Files.writeString(folder.resolve(SUITE), suite);
    // Its runs make their own archive of classes, and are disturbed while they do.
    Files.createDirectory(new Jar(folder).cache());
    return new TortureWorld(folder);
  }

  /** Starts the suite; a part of a run if there is one in the folder already. */
  Process start(List<String> launcher, Path out, String run, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("suite", SUITE, "--out", run));
    arguments.addAll(List.of(more));
    return new Jar(folder)
        .start(
            launcher,
            List.of("-Dstoragebench.fork.patience=" + PATIENCE_SECONDS),
            out,
            Map.of(),
            arguments.toArray(new String[0]));
  }

  Finished run(String run, String... more) throws Exception {
    Path out = folder.resolve(run + ".out");
    return Jar.finish(start(List.of(), out, run, more), out);
  }

  Path log(String run) {
    return folder.resolve(run).resolve("cells.jsonl");
  }

  /** The lines of a run's log that are whole. */
  List<String> lines(String run) throws IOException {
    if (!Files.exists(log(run))) {
      return List.of();
    }
    // While it is written it may end in the middle of a character.
    String text = new String(Files.readAllBytes(log(run)), StandardCharsets.UTF_8);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  /** The results of a run by cell and round. */
  Map<String, JsonNode> cells(String run) throws IOException {
    Map<String, JsonNode> cells = new TreeMap<>();
    for (JsonNode cell : new Jar(folder).cells(run)) {
      String key = cell.get("round") + " " + cell.get("cell");
      assertThat(cells.put(key, cell)).as("measured twice in %s: %s", run, key).isNull();
    }
    return cells;
  }

  static String digest(JsonNode cell) {
    return cell.at("/report/work/operationDigest").asString();
  }

  /** The processes that were started here, directly or not. */
  List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses().filter(this::isOurs).toList();
  }

  private boolean isOurs(ProcessHandle process) {
    try {
      Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
      return Files.readString(environment, StandardCharsets.ISO_8859_1)
          .contains(MARK + new Jar(folder).cache());
    } catch (IOException goneOrOfOthers) {
      return false;
    }
  }

  /** All files, with a sign for the numbers in their names; of the runs only this one's. */
  Set<String> files(String run) throws IOException {
    Set<String> files = new TreeSet<>();
    for (String part : List.of("cache", "tmp", run)) {
      Path root = folder.resolve(part);
      try (Stream<Path> all = Files.walk(root)) {
        all.filter(each -> !isOfOthers(each.toString()))
            .forEach(
                each ->
                    files.add(
                        (part.equals(run) ? "run" : part)
                            + "/"
                            + root.relativize(each)
                                .toString()
                                .replaceAll("^forks/.*", "forks/#")
                                .replaceAll(NUMBER, "#")));
      }
    }
    return files;
  }

  /**
   * Of a store's own files the engine decides; newer JDKs let nobody move those of JMH, which have
   * at most 2 KB.
   */
  private static boolean isOfOthers(String file) {
    return file.contains("/files/")
        || (Runtime.version().feature() > 17 && file.contains("/tmp/jmh"));
  }

  /**
   * Control groups but those of living processes that were not started here, and those of other PID
   * namespaces, which nobody here can tell from a living process's: they are left alone.
   */
  Set<Path> groups() throws IOException {
    try (Stream<Path> all =
        Files.find(
            Path.of("/sys/fs/cgroup"),
            MAX_DEPTH,
            (path, is) -> path.getFileName().toString().startsWith(GROUP))) {
      return all.filter(each -> !isOfOthersOrHidden(each)).collect(Collectors.toSet());
    } catch (UncheckedIOException oneWentMeanwhile) {
      return groups();
    }
  }

  private boolean isOfOthersOrHidden(Path group) {
    return ProcessMark.atStartOf(group.getFileName().toString().substring(GROUP.length()))
        .filter(mark -> !mark.isVisible() || livesElsewhere(mark))
        .isPresent();
  }

  private boolean livesElsewhere(ProcessMark mark) {
    return mark.lives()
        && ProcessHandle.of(mark.pid()).filter(process -> !isOurs(process)).isPresent();
  }

  /** Waits until something is gone that may take a moment to go. */
  static <T> void awaitEmpty(String what, Left<T> left) throws Exception {
    for (int i = 0; i < 10 * GONE_WITHIN_SECONDS && !left.now().isEmpty(); i++) {
      Thread.sleep(100);
    }
    assertThat(left.now()).as(what).isEmpty();
  }

  /** What is left. */
  interface Left<T> {
    Set<T> now() throws Exception;
  }
}
