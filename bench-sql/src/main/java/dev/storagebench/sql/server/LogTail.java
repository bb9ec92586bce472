package dev.storagebench.sql.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log, for an error message. */
final class LogTail {
  private static final int LONGEST_BYTES = 16 << 10;

  private LogTail() {}

  /** At most so many lines from the end, each indented; says so if the log cannot be read. */
  static String of(Path log, int lines) {
    return last(lines, text(log).lines().filter(line -> !line.isBlank()).toList());
  }

  /** At most so many errors from the end, each indented; the last lines if none is an error. */
  static String errors(Path log, int lines) {
    List<String> errors = text(log).lines().filter(line -> line.contains("[ERROR]")).toList();
    return errors.isEmpty() ? of(log, lines) : last(lines, errors);
  }

  private static String last(int lines, List<String> all) {
    return String.join(
        "\n",
        all.subList(Math.max(0, all.size() - lines), all.size()).stream()
            .map("  "::concat)
            .toList());
  }

  /** The last 16 KiB. */
  static String text(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      int length = (int) Math.min(LONGEST_BYTES, file.length());
      byte[] end = new byte[length];
      file.seek(file.length() - length);
      file.readFully(end);
      return new String(end, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "(no log: " + e + ")";
    }
  }
}
