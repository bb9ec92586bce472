package dev.storagebench.datasets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts of a reader so far: good records, bad ones with their places, and named notes. */
public final class ReadCounts {
  /** Bad records kept with their place; the others are only counted. */
  public static final int KEPT_BAD_RECORDS = 20;

  private long records;
  private long badRecords;
  private final List<String> firstBadRecords = new ArrayList<>();
  private final Map<String, Long> notes = new TreeMap<>();

  /** Counts a good record. */
  public void record() {
    records++;
  }

  /** Counts a bad record and keeps the message of the first {@value #KEPT_BAD_RECORDS}. */
  public void bad(BadInputException problem) {
    badRecords++;
    if (firstBadRecords.size() < KEPT_BAD_RECORDS) {
      firstBadRecords.add(String.valueOf(problem.getMessage()));
    }
  }

  /** Takes the bad records of what these records were made of. */
  public void addBad(ReadCounts source) {
    badRecords += source.badRecords;
    firstBadRecords.addAll(source.firstBadRecords);
  }

  /** Counts a notable record, for example {@code "redirects"} or {@code "empty texts"}. */
  public void note(String name) {
    note(name, 1);
  }

  /** Counts so many notable records. */
  public void note(String name, long count) {
    notes.merge(name, count, Long::sum);
  }

  /**
   * For an input that has been read to its end.
   *
   * @throws BadInputException if it has no good record
   */
  public void requireRecords(String source) throws BadInputException {
    if (records == 0) {
      throw new BadInputException(
          source,
          "no good records, %,d bad%s"
              .formatted(
                  badRecords, badRecords == 0 ? "" : "; the first: " + firstBadRecords.get(0)));
    }
  }

  /** Records handed out. */
  public long records() {
    return records;
  }

  /** Records left out because they could not be parsed. */
  public long badRecords() {
    return badRecords;
  }

  /** The first bad records, each as its place and problem, in the order of the input. */
  public List<String> firstBadRecords() {
    return Collections.unmodifiableList(firstBadRecords);
  }

  /** The number of each note, by name. */
  public Map<String, Long> notes() {
    return Collections.unmodifiableMap(notes);
  }
}
