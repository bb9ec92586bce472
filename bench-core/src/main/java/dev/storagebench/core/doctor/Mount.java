package dev.storagebench.core.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A mounted file system.
 *
 * @param device major and minor number, as in {@code 8:1}
 * @param point where it is mounted
 * @param type for example {@code ext4}
 * @param source what is mounted, for example {@code /dev/sda1}
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html">mountinfo</a>
 */
record Mount(String device, Path point, String type, String source) {
  private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

  /** The mount that a path lies on, which need not exist yet; empty where there is no list. */
  static Optional<Mount> of(Machine machine, Path path) {
    Path real = real(path);
    return machine.text("proc/self/mountinfo").stream()
        .flatMap(String::lines)
        .map(Mount::parse)
        .flatMap(Optional::stream)
        .filter(mount -> real.startsWith(mount.point))
        // Of two mounts on one point the later one hides the other.
        .reduce(
            (one, other) -> other.point.getNameCount() >= one.point.getNameCount() ? other : one);
  }

  private static Optional<Mount> parse(String line) {
    // 36 35 98:0 /root /mounted/at rw,… shared:1 - type source options
    String[] words = line.split(" ", -1);
    int dash = Arrays.asList(words).indexOf("-");
    return dash < 5 || dash + 2 >= words.length
        ? Optional.empty()
        : Optional.of(
            new Mount(
                words[2], Path.of(unescape(words[4])), words[dash + 1], unescape(words[dash + 2])));
  }

  /** White space and backslashes are octal there. */
  private static String unescape(String word) {
    return ESCAPED
        .matcher(word)
        .replaceAll(
            code ->
                Matcher.quoteReplacement(Character.toString(Integer.parseInt(code.group(1), 8))));
  }

  private static Path real(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    for (@Nullable Path at = absolute; at != null; at = at.getParent()) {
      if (Files.exists(at)) {
        try {
          return at.toRealPath().resolve(at.relativize(absolute));
        } catch (IOException e) {
          return absolute;
        }
      }
    }
    return absolute;
  }
}
