package dev.storagebench.sql.server;

import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Shared memory that PostgreSQL holds, files in {@code /dev/shm} and a segment of System V. It
 * stays in the system when the server is killed, until one starts on the same data.
 *
 * @param server the process that made it
 * @param names paths of files, and ids of segments
 */
record SharedMemory(long server, List<String> names) {
  private static final String FILES = "/dev/shm/PostgreSQL.";
  // Start-end permissions offset device inode path; of a segment, the inode is its id.
  private static final Pattern MAPPED =
      Pattern.compile("\\S+ \\S+ \\S+ \\S+ (\\d+) +(/dev/shm/PostgreSQL\\.\\d+|/SYSV\\w+) ?.*");
  private static final Path SEGMENTS = Path.of("/proc/sysvipc/shm");
  private static final int CREATOR_COLUMN = 4;
  private static final int ATTACHED_COLUMN = 6;

  /** Finds out what a server that has started holds; nothing where there is no {@code /proc}. */
  static SharedMemory of(long server) {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(server), "maps"))) {
      return new SharedMemory(
          server,
          lines
              .map(MAPPED::matcher)
              .filter(Matcher::matches)
              .map(each -> each.group(each.group(2).startsWith(FILES) ? 2 : 1))
              .distinct()
              .toList());
    } catch (IOException gone) {
      return parse(server, "");
    }
  }

  /** Reads what {@link #toString} has written. */
  static SharedMemory parse(long server, String text) {
    return new SharedMemory(
        server,
        Stream.of(text.split(","))
            .filter(each -> each.startsWith(FILES) || each.matches("\\d+"))
            .toList());
  }

  /** Removes what is left of it; once the server and its children are dead. */
  void remove() throws IOException {
    for (String name : names) {
      if (name.startsWith(FILES)) {
        Files.deleteIfExists(Path.of(name));
      }
    }
    if (names.isEmpty() || !Files.isReadable(SEGMENTS)) {
      return;
    }
    for (String line : Files.readAllLines(SEGMENTS)) {
      List<String> words = List.of(line.strip().split(" +"));
      if (names.contains(words.get(1))
          && words.get(CREATOR_COLUMN).equals(Long.toString(server))
          && words.get(ATTACHED_COLUMN).equals("0")) {
        Program.succeeds("ipcrm", "-m", words.get(1));
      }
    }
  }

  @Override
  public String toString() {
    return String.join(",", names);
  }
}
