package dev.storagebench.datasets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a reader has met so far: good records, bad ones with their places, and named notes. */
public final class ReadCounts {
  /** How many bad records are kept with their place; the others are only counted. */
  public static final int KEPT_BAD_RECORDS = 20;

  private long records;
  private long badRecords;
  private final List<String> firstBadRecords = new ArrayList<>();
  private final Map<String, Long> notes = new TreeMap<>();

  /** Counts a good record. */
  public void record() {
    records++;
  }

  /** Counts a bad record and, for the first {@value #KEPT_BAD_RECORDS}, keeps what is wrong. */
  public void bad(BadInputException problem) {
    badRecords++;
    if (firstBadRecords.size() < KEPT_BAD_RECORDS) {
      firstBadRecords.add(String.valueOf(problem.getMessage()));
    }
  }

  /** Counts one thing worth telling, for example {@code "redirects"} or {@code "empty texts"}. */
  public void note(String what) {
    notes.merge(what, 1L, Long::sum);
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

  /** The notes and how often each was taken, by name. */
  public Map<String, Long> notes() {
    return Collections.unmodifiableMap(notes);
  }
}
