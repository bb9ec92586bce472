package dev.storagebench.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/** What disturbs a run: between two parts of it, or while one is at work. */
enum Fault {
  /** The log ends anywhere, as after a power cut. */
  CUT_LOG(false, 10, ""),
  /** A line of the log stands there twice. */
  REPEAT_LINE(false, 10, ""),
  /** One bit of the log is another one. */
  FLIP_BIT(false, 10, ""),
  /** A fork's own result is cut or gone. */
  CUT_RESULT(false, 10, ""),
  /** {@code run.json} is gone. */
  LOSE_MANIFEST(false, 10, ""),
  /** SIGKILL of the run; its forks and servers know nothing of it. */
  KILL_RUN(true, 40, ""),
  /** SIGKILL of a JVM that measures or loads. */
  KILL_FORK(true, 30, "SIGKILL|exit code 137"),
  /** SIGKILL of a SQL server. */
  KILL_SERVER(true, 30, "server|mysqld|mariadbd"),
  /** A fork stands still for less than half a second. */
  PAUSE_FORK(true, 30, ""),
  /** A fork stands still for good. */
  HANG_FORK(true, 10, "hung|stopped|stood still"),
  /** Nothing more can be written, for a while; LMDB takes a short write for an I/O error. */
  FILL_DISK(true, 10, "No space left|disk is full|MiB free|EIO Input/output error"),
  /** Somebody resumes the same run, or runs beside it with the same cache folder. */
  SECOND_RUN(true, 8, ""),
  /** A run beside it with the same cache folder, which does not see its processes. */
  FOREIGN_NAMESPACE(true, 8, "");

  private final boolean live;
  private final int weight;
  private final String message;

  Fault(boolean live, int weight, String message) {
    this.live = live;
    this.weight = weight;
    this.message = message;
  }

  /** Whether it strikes a run at work. */
  boolean isLive() {
    return live;
  }

  /** How often it is drawn, beside the others'. */
  int weight() {
    return weight;
  }

  /** What the cells that it fails may say; empty if it fails none. */
  String message() {
    return message;
  }

  /** One of these, the likelier the greater its weight. */
  static Fault any(List<Fault> faults, Random random) {
    int left = random.nextInt(faults.stream().mapToInt(each -> each.weight).sum());
    for (Fault each : faults) {
      left -= each.weight;
      if (left < 0) {
        return each;
      }
    }
    throw new IllegalArgumentException("no faults");
  }

  /** As it is named in {@code -Dstoragebench.torture.kinds=kill-run,kill-fork}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static List<Fault> named(String names) {
    return Stream.of(names.split(",", -1))
        .map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT).replace('-', '_')))
        .toList();
  }
}
