package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The workloads that come with the suite, and those that people bring as files. */
public final class Scripts {
  /** The ones that come with it. */
  public static final List<String> NAMES =
      List.of(
          "point_select",
          "point_select90_update10",
          "secondary_random_points100",
          "secondary_random_limit100",
          "oltp_point_select",
          "oltp_read_only",
          "oltp_read_write",
          "oltp_write_only",
          "oltp_update_index",
          "oltp_update_non_index",
          "select4_update1",
          "read_own_writes",
          "document_select",
          "document_insert");

  private static final String FILE = "file:";

  private Scripts() {}

  /**
   * The script of this name, or in the file behind {@code file:}.
   *
   * @throws IllegalArgumentException if there is none, with the valid names, or if it is not
   *     understood, with file, line and column
   */
  public static Script named(String name) {
    if (name.startsWith(FILE)) {
      Path file = Path.of(name.substring(FILE.length()));
      try {
        return ScriptParser.parse(file.toString(), Files.readString(file));
      } catch (IOException e) {
        throw new IllegalArgumentException("cannot read the workload " + file + ": " + e, e);
      }
    }
    if (!NAMES.contains(name)) {
      throw NearestName.unknown(
          "workload", name, Stream.concat(NAMES.stream(), Stream.of(FILE + "FILE")).toList());
    }
    try (InputStream in = Scripts.class.getResourceAsStream(name + ".sql")) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name + ".sql; build it again");
      }
      return ScriptParser.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the workload " + name, e);
    }
  }
}
