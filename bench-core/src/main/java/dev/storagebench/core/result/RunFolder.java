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

  /** Writes the manifest. */
  public void write(Manifest run) throws IOException {
    PRETTY.writeValue(manifest().toFile(), run);
  }
}
