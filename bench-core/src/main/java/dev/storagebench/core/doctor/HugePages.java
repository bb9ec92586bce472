package dev.storagebench.core.doctor;

import java.util.Optional;

/**
 * Whether the kernel backs memory with huge pages unasked.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/mm/transhuge.html">transparent huge pages</a>
 */
final class HugePages {
  private static final String SUBJECT = "huge pages";
  private static final String FILE = "sys/kernel/mm/transparent_hugepage/enabled";

  private HugePages() {}

  static Finding finding(Machine machine) {
    Optional<String> setting = machine.text(FILE);
    if (setting.isEmpty()) {
      return Finding.unknown(SUBJECT);
    }
    // All words are listed, the one in force in brackets.
    return setting.get().contains("[always]")
        ? Finding.warn(
            SUBJECT,
            "transparent huge pages are always on: memory and its faults come in pieces of 2 MB,"
                + " whenever the kernel finds some",
            "echo madvise > /" + FILE + " (as root)")
        : Finding.ok(SUBJECT, "transparent huge pages: " + setting.get());
  }
}
