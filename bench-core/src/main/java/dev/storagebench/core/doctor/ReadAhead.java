package dev.storagebench.core.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How much the system reads around a page that a program asks for. Ordinary reads at random places
 * are not extended; a fault in a mapped file is, so engines that map their files pay for it.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/abi-testing.html">read_ahead_kb in sysfs</a>
 */
final class ReadAhead {
  private static final String SUBJECT = "read-ahead";
  // The kernel's own default (VM_READAHEAD_PAGES).
  private static final long USUAL_KILOBYTES = 128;

  private ReadAhead() {}

  static Finding finding(Machine machine, Path cache) {
    Optional<Mount> mount = Mount.of(machine, cache);
    if (mount.isEmpty()) {
      return Finding.unknown(SUBJECT);
    }
    for (String file : files(mount.get())) {
      OptionalLong kilobytes = machine.number(file);
      if (kilobytes.isPresent()) {
        return judge(kilobytes.getAsLong(), "/" + file);
      }
    }
    return Finding.unknown(SUBJECT);
  }

  private static Finding judge(long kilobytes, String file) {
    String told = "%,d KB of read-ahead for the cache folder's disk".formatted(kilobytes);
    return kilobytes <= USUAL_KILOBYTES
        ? Finding.ok(SUBJECT, told)
        : Finding.warn(
            SUBJECT,
            told + ": engines that map their files read so much at each fault",
            "echo %d > %s (as root)".formatted(USUAL_KILOBYTES, file));
  }

  /** Where it may stand; a partition has none of its own but its disk's, one folder up. */
  private static List<String> files(Mount mount) {
    List<String> files = new ArrayList<>();
    files.add("sys/class/bdi/" + mount.device() + "/read_ahead_kb");
    files.add("sys/dev/block/" + mount.device() + "/queue/read_ahead_kb");
    files.add("sys/dev/block/" + mount.device() + "/../queue/read_ahead_kb");
    if (mount.source().startsWith("/dev/")) {
      // File systems over several disks (btrfs) have a device number of their own.
      String name = mount.source().substring("/dev/".length());
      files.add("sys/class/block/" + name + "/queue/read_ahead_kb");
      files.add("sys/class/block/" + name + "/../queue/read_ahead_kb");
    }
    return files;
  }
}
