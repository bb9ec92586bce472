package dev.storagebench.sql.server;

import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Shared memory that PostgreSQL holds, files in {@code /dev/shm} and a segment of System V. It
 * stays in the system when the server is killed, until one starts on the same data.
 *
 * @param server the process that made it
 * @param files in {@code /dev/shm}
 * @param segments their ids
 */
record SharedMemory(long server, List<Path> files, List<String> segments) {
  // Start-end permissions offset device inode path; of a segment, the inode is its id.
  private static final Pattern MAPPED =
      Pattern.compile("\\S+ \\S+ \\S+ \\S+ (\\d+) +(/dev/shm/PostgreSQL\\.\\d+|/SYSV\\w+) ?.*");
  private static final Path SEGMENTS = Path.of("/proc/sysvipc/shm");
  private static final int CREATOR_COLUMN = 4;
  private static final int ATTACHED_COLUMN = 6;

  /** Finds out what a server that has started holds; nothing where there is no {@code /proc}. */
  static SharedMemory of(long server) {
    List<MatchResult> mapped;
    try (var lines = Files.lines(Path.of("/proc", Long.toString(server), "maps"))) {
      mapped =
          lines
              .map(MAPPED::matcher)
              .filter(each -> each.matches())
              .map(each -> each.toMatchResult())
              .toList();
    } catch (IOException gone) {
      mapped = List.of();
    }
    return new SharedMemory(
        server,
        mapped.stream()
            .map(each -> Path.of(each.group(2)))
            .filter(each -> each.startsWith("/dev/shm"))
            .distinct()
            .toList(),
        mapped.stream()
            .filter(each -> each.group(2).startsWith("/SYSV"))
            .map(each -> each.group(1))
            .distinct()
            .toList());
  }

  /** Reads what {@link #toString} has written. */
  static SharedMemory parse(long server, String text) {
    List<String> all = Arrays.stream(text.split(",")).filter(each -> !each.isEmpty()).toList();
    return new SharedMemory(
        server,
        all.stream().filter(each -> each.startsWith("/dev/shm/PostgreSQL.")).map(Path::of).toList(),
        all.stream().filter(each -> each.matches("\\d+")).toList());
  }

  /** Removes what is left of it; once the server and its children are dead. */
  void remove() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    if (segments.isEmpty() || !Files.isReadable(SEGMENTS)) {
      return;
    }
    for (String line : Files.readAllLines(SEGMENTS)) {
      List<String> words = List.of(line.strip().split(" +"));
      if (segments.contains(words.get(1))
          && words.get(CREATOR_COLUMN).equals(Long.toString(server))
          && words.get(ATTACHED_COLUMN).equals("0")) {
        Program.succeeds("ipcrm", "-m", words.get(1));
      }
    }
  }

  @Override
  public String toString() {
    return files.stream().map(Path::toString).collect(Collectors.joining(","))
        + ","
        + String.join(",", segments);
  }
}
