package dev.storagebench.analysis.conclusion;

/** A sentence on how to read a run's figures. */
public record Note(Kind kind, String text) {
  /**
   * The kinds, each with its words, which details fill; the most important first: a terminal shows
   * some of them only.
   */
  public enum Kind {
    NOTHING_MEASURED("Nothing was measured."),
    ONE_CANDIDATE("Only one candidate: nothing to compare."),
    NOTHING_RANKED(
        "No two candidates were measured on the same workload, other than single shots."),
    ONE_ROUND("Only one round was measured, so any difference may be chance: use --rounds 5."),
    MISSES("%s: %,.0f reads hit, %,.0f missed."),
    CONTROL("Control (%s by turns with itself): %s."),
    NOT_DURABLE(Mark.WEAKENED + " %s: writes do not survive kill -9; they are shown, not ranked."),
    WEAKER(Mark.WEAKENED + " %s: %s %s instead of %s; shown, not ranked."),
    FEW_WRITES(Mark.WEAKENED + " %s: only %s writes a second, not ranked"),
    STRONGER(
        Mark.STRONGER + " %s: %s %s is requested; %s cannot go below %s, so more work is done."),
    NOT_YET_WARM(
        Mark.RISING
            + " Not yet warm; the true speed is higher: %s. --steady-within 120 warms up longer."),
    BURST(
        Mark.BURST
            + " a burst of writes: too few have reached the disk to call the rate sustained"),
    UNWRITTEN_PAGES("Writes are bursts: %s had not reached the disk.%s"),
    NEVER_FLUSHED("Written, and never flushed from a write buffer: %s."),
    GROWN("Size after writing, as a multiple of the loaded store's: %s."),
    SLOWEST("The slowest of a workload; why, in the review: %s."),
    OVER_CONNECTION(
        "Accessed over a connection, one statement per operation: %s. The others run inside the"
            + " benchmark's process."),
    UNSUPPORTED("%s: %s unsupported; see warnings."),
    IN_MEMORY(
        "All data fitted in memory. For data larger than memory measure with a limit, such as"
            + " --memory 0.33x."),
    HARNESS("Harness overhead (noop): %.0f ns per read."),
    WARM_UP("Longest warm-up until steady: %s.");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    Note of(Object... details) {
      return new Note(this, words.formatted(details));
    }
  }
}
