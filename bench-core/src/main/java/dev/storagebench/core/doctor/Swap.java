package dev.storagebench.core.doctor;

import dev.storagebench.core.text.Figures;
import java.util.List;
import java.util.Optional;

/**
 * Whether the system may move memory of engines to a disk instead of running out of it.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_swaps.5.html">/proc/swaps</a>
 */
final class Swap {
  private static final String SUBJECT = "swap";
  private static final int SIZE = 2;
  private static final int USED = 3;

  private Swap() {}

  static Finding finding(Machine machine) {
    Optional<String> table = machine.text("proc/swaps");
    if (table.isEmpty()) {
      return Finding.unknown(SUBJECT);
    }
    // Filename Type Size Used Priority, in KiB; a file's name holds no white space (it is escaped).
    List<String[]> areas = table.get().lines().skip(1).map(line -> line.split("\\s+", -1)).toList();
    if (areas.isEmpty()) {
      return Finding.ok(SUBJECT, "no swap is on");
    }
    return Finding.warn(
        SUBJECT,
        "swap is on, %s of %s in use: memory may be on the disk when it is wanted"
            .formatted(Figures.size(bytes(areas, USED)), Figures.size(bytes(areas, SIZE))),
        "swapoff -a (as root), for the time of measuring");
  }

  private static double bytes(List<String[]> areas, int column) {
    return areas.stream()
        .filter(area -> area.length > column && area[column].matches("\\d+"))
        .mapToDouble(area -> Double.parseDouble(area[column]) * 1024)
        .sum();
  }
}
