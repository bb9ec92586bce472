package dev.storagebench.sql.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers of users that nobody has. What runs as one shares files, shared memory and signals with
 * no other process, unlike what runs as {@code nobody}.
 */
final class UnsharedUser {
  // Between those of containers and of foreign file systems: https://systemd.io/UIDS-GIDS/
  private static final long FIRST = 1_879_048_192L;
  private static final long LAST = 2_147_352_575L;
  // In a user namespace that has none of these: its highest ones, but for nobody's.
  private static final long OF_NAMESPACE = 4096;
  private static final long NOBODY = 65_534;

  private static final Path ACCOUNTS = Path.of("/etc/passwd");
  private static final int USER_FIELD = 2;
  private static final long FIRST_PERSON = 1000;

  private UnsharedUser() {}

  /** A number that no account and no process has. */
  static long find() throws IOException {
    long highest = highest(Files.readString(Path.of("/proc/self/uid_map")));
    long last = highest < LAST ? Math.min(highest, NOBODY - 1) : LAST;
    long first = highest < LAST ? Math.max(1, last - OF_NAMESPACE) : FIRST;
    SecureRandom random = new SecureRandom();
    String accounts = Files.readString(ACCOUNTS);
    while (true) {
      long user = random.nextLong(first, last + 1);
      if (!accounts.contains(":" + user + ":") && !hasProcess(user)) {
        return user;
      }
    }
  }

  /**
   * The number of an account of the system without a process, for {@code initdb}, which looks up
   * its name.
   *
   * @throws IOException if each one has a process
   */
  static long findNamed() throws IOException {
    for (String line : Files.readAllLines(ACCOUNTS)) {
      List<String> fields = List.of(line.split(":", -1));
      long user = Long.parseLong(fields.get(USER_FIELD));
      if (user > 0 && user < FIRST_PERSON && !hasProcess(user)) {
        return user;
      }
    }
    throw new IOException("each account of the system in %s has processes".formatted(ACCOUNTS));
  }

  /**
   * The highest number of the calling process's user namespace.
   *
   * @param map lines of a first number inside, one outside, and a count
   * @see <a href="https://man7.org/linux/man-pages/man7/user_namespaces.7.html">uid_map</a>
   */
  static long highest(String map) {
    return map.lines()
        .map(line -> Arrays.stream(line.strip().split(" +")).mapToLong(Long::parseLong).toArray())
        .mapToLong(range -> range[0] + range[2] - 1)
        .max()
        .orElse(0);
  }

  private static boolean hasProcess(long user) throws IOException {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : processes) {
        try {
          if (((Integer) Files.getAttribute(each, "unix:uid")).longValue() == user) {
            return true;
          }
        } catch (IOException ended) {
          // It was there a moment ago.
        }
      }
      return false;
    }
  }
}
