package dev.storagebench.core.result;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of one run. {@code cells.jsonl} gets a line for each round of a cell, forced to the
 * disk before the next one starts; the other files are written from those at the end.
 *
 * @param path the folder, which exists
 */
public record RunFolder(Path path) {
  private static final JsonMapper LINES = JsonMapper.builder().build();
  private static final JsonMapper PRETTY =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
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

  /** Makes this folder, which must not hold a run yet. */
  public static RunFolder at(Path path) throws IOException {
    Files.createDirectories(path);
    RunFolder folder = new RunFolder(path);
    if (Files.exists(folder.log())) {
      throw new IOException(path + " holds a run already; choose another folder with --out");
    }
    Files.createFile(folder.log());
    return folder;
  }

  /** The log of cells. */
  public Path log() {
    return path.resolve("cells.jsonl");
  }

  /** What JMH and the forks printed. */
  public Path jmhLog() {
    return path.resolve("jmh.log");
  }

  /** JMH's own format. */
  public Path results() {
    return path.resolve("results.json");
  }

  /** The manifest: environment, settings, outcomes. */
  public Path manifest() {
    return path.resolve("run.json");
  }

  /** One row a figure. */
  public Path csv() {
    return path.resolve("results.csv");
  }

  /** The table as it was shown. */
  public Path summary() {
    return path.resolve("summary.txt");
  }

  /** Appends a line to the log and forces it to the disk. */
  public void append(CellResult result) throws IOException {
    byte[] line = (LINES.writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel file = FileChannel.open(log(), StandardOpenOption.APPEND)) {
      ByteBuffer bytes = ByteBuffer.wrap(line);
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
  }

  /**
   * Reads a run: the manifest with the cells of the log, which a run that was cut off has as well.
   *
   * @throws IOException if there is no run here, or one of another format
   */
  public Manifest read() throws IOException {
    if (!Files.exists(manifest()) || !Files.exists(log())) {
      throw new IOException(
          path
              + " holds no run: it lacks run.json or cells.jsonl; name a folder such as runs/<time>");
    }
    try {
      Manifest run = LINES.readValue(manifest().toFile(), Manifest.class);
      if (run.format() != Manifest.FORMAT) {
        throw new IOException(
            "%s has format %d, this version reads %d"
                .formatted(manifest(), run.format(), Manifest.FORMAT));
      }
      return run.with(cells());
    } catch (JacksonException e) {
      throw new IOException("cannot read the run in " + path + ": " + e.getOriginalMessage(), e);
    }
  }

  private List<CellResult> cells() throws IOException {
    String text = Files.readString(log());
    // What stands behind the last line's end was not written to its own end.
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line -> LINES.readValue(line, CellResult.class))
        .toList();
  }

  /** Writes the manifest. */
  public void write(Manifest run) throws IOException {
    PRETTY.writeValue(manifest().toFile(), run);
  }
}
