package dev.storagebench.core.result;

import dev.storagebench.core.store.DiskSpace;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.suite.RunPlan;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of one run. {@code cells.jsonl} gets a line for each round of a cell, forced to the
 * disk before the next one starts; the other files are written from those at the end.
 *
 * @param path the folder, which exists
 */
public record RunFolder(Path path) {
  private static final JsonMapper LINES =
      JsonMapper.builder()
          // Numbers that runs of earlier versions lack.
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();
  private static final JsonMapper PRETTY =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final ObjectInputFilter JMH_ONLY =
      ObjectInputFilter.Config.createFilter(
          "org.openjdk.jmh.**;dev.storagebench.core.**;java.base/*;!*");
  // A line of the log has tens of kilobytes, a long run thousands of them.
  private static final long MIN_FREE_BYTES = 64L << 20;
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

  /** Makes a folder named by the time below the given one. */
  public static RunFolder create(Path parent) throws IOException {
    String time = NAME.format(LocalDateTime.now(ZoneId.systemDefault()));
    Path path = parent.resolve(time);
    // Another run may have begun in the same second.
    for (int i = 2; Files.exists(path); i++) {
      path = parent.resolve(time + "-" + i);
    }
    return at(path);
  }

  /**
   * Makes this folder, which must not hold a run yet.
   *
   * @throws IOException if it holds one
   * @throws IllegalArgumentException if it cannot take one: read-only, or full
   */
  public static RunFolder at(Path path) throws IOException {
    RunFolder folder = new RunFolder(path);
    if (folder.begun() || folder.measured()) {
      throw new IOException(
          path + " already holds a run; resume it with --resume or name another folder with --out");
    }
    folder.probeWritable();
    Files.write(folder.log(), new byte[0]);
    return folder;
  }

  /**
   * A folder whose run is resumed. A run killed before it wrote its manifest has measured nothing
   * and starts anew.
   *
   * @throws IllegalArgumentException if there is no run in it, or it cannot be written to
   */
  public static RunFolder resumed(Path path) throws IOException {
    RunFolder folder = new RunFolder(path);
    if (!Files.exists(folder.log())) {
      throw new IllegalArgumentException(
          path + " holds no run to resume; omit --resume to start one");
    }
    folder.probeWritable();
    return folder;
  }

  /** Whether its run has a manifest and can be resumed. */
  public boolean begun() {
    return Files.exists(manifest());
  }

  private boolean measured() throws IOException {
    return Files.exists(log()) && Files.size(log()) > 0;
  }

  /** Better fails now than after hours. */
  private void probeWritable() {
    String wayOut = "name another folder with --out";
    long free = DiskSpace.probeWritable(path, wayOut);
    if (free < MIN_FREE_BYTES) {
      throw new IllegalArgumentException(
          "%s has %d MiB free, and results may need %d MiB; free some space, or %s"
              .formatted(path, free >> 20, MIN_FREE_BYTES >> 20, wayOut));
    }
  }

  /** The log of cells. */
  public Path log() {
    return path.resolve("cells.jsonl");
  }

  /** What JMH and the forks printed. */
  public Path jmhLog() {
    return path.resolve("jmh.log");
  }

  /** The manifest: environment, settings, outcomes. */
  public Path manifest() {
    return path.resolve("run.json");
  }

  /**
   * Appends a line to the log and forces it to the disk; JMH's own result goes before it.
   *
   * @param number how many lines there are already
   */
  public void append(CellResult result, int number) throws IOException {
    if (result.jmh() != null) {
      Files.createDirectories(fork(number).getParent());
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(result.jmh());
      }
      Files.write(
          fork(number),
          bytes.toByteArray(),
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.SYNC);
    }
    Files.writeString(
        log(),
        LINES.writeValueAsString(result) + "\n",
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
  }

  /**
   * Reads a run: the manifest with the cells of the log, which a run that was cut off has as well.
   *
   * @throws IllegalArgumentException if there is no run here
   * @throws IOException if it has another format
   */
  public Manifest read() throws IOException {
    if (!Files.exists(manifest()) || !Files.exists(log())) {
      throw new IllegalArgumentException(
          path
              + " is not a run folder: run.json or cells.jsonl is missing; name a folder such as runs/<time>");
    }
    try {
      Manifest run = LINES.readValue(manifest().toFile(), Manifest.class);
      if (run.format() != Manifest.FORMAT) {
        throw new IOException(
            "%s has format %d, this version reads %d; use the version that wrote it"
                .formatted(manifest(), run.format(), Manifest.FORMAT));
      }
      return run.with(cells());
    } catch (JacksonException e) {
      throw new IOException("cannot read the run in " + path + ": " + e.getOriginalMessage(), e);
    }
  }

  /**
   * The results in the log, to resume from: as results of the plan's cells, with JMH's own. An
   * incomplete last line is cut off.
   */
  public List<CellResult> resume(RunPlan plan) throws IOException {
    String text = Files.readString(log());
    int end = text.lastIndexOf('\n') + 1;
    try (FileChannel file = FileChannel.open(log(), StandardOpenOption.WRITE)) {
      file.truncate(text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
      file.force(true);
    }
    List<CellResult> results = new ArrayList<>();
    for (CellResult logged : cells()) {
      Cell same =
          plan.cells().stream()
              .filter(each -> each.withRounds(0).equals(logged.cell().withRounds(0)))
              .findAny()
              .orElseThrow(
                  () ->
                      new IOException(
                          "the log contains a cell that is not in the plan: " + logged.cell()));
      results.add(
          logged.of(
              same,
              logged.status() == CellResult.Status.MEASURED
                  ? readFork(fork(results.size()))
                  : null));
    }
    return results;
  }

  /**
   * JMH's own result of one fork, in the form in which JMH sends it between JVMs: {@code
   * results.json} of a resumed run needs it, and only the code that wrote it reads it.
   */
  private Path fork(int number) {
    return path.resolve("forks").resolve("%05d.jmh".formatted(number));
  }

  /** Null if it is missing or incomplete: the log has the figures in any case. */
  private static @Nullable RunResult readFork(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      in.setObjectInputFilter(JMH_ONLY);
      return (RunResult) in.readObject();
    } catch (ClassNotFoundException | ObjectStreamException | EOFException e) {
      return null;
    }
  }

  private List<CellResult> cells() throws IOException {
    String text = Files.readString(log());
    // An incomplete last line was being written when the process died.
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line -> LINES.readValue(line, CellResult.class))
        .toList();
  }

  /** Writes the manifest, whole or not at all. */
  public void write(Manifest run) throws IOException {
    Path part = path.resolve("run.json.part");
    PRETTY.writeValue(part.toFile(), run);
    Files.move(
        part, manifest(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
