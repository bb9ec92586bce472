package dev.storagebench.core.doctor;

import java.util.Locale;

/** Whether something else keeps the processors busy. */
final class OtherLoad {
  private static final String SUBJECT = "load";
  private static final double TOLERATED_SHARE = 0.1;

  private OtherLoad() {}

  /**
   * Judges the average of the last minute.
   *
   * @param load how many threads ran or wanted to; negative if the system does not tell
   * @param processors at least 1
   */
  static Finding finding(double load, int processors) {
    if (load < 0) {
      return Finding.unknown(SUBJECT);
    }
    String told =
        String.format(Locale.ROOT, "load average %.2f on %d processors", load, processors);
    return load <= TOLERATED_SHARE * processors
        ? Finding.ok(SUBJECT, told)
        : Finding.warn(
            SUBJECT,
            told + ": something else is at work",
            "end it, or wait for it; the average follows within a minute or two");
  }
}
