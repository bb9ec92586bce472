package dev.storagebench.engines.wiredtiger;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A method of one of WiredTiger's handles, which are structures of function pointers: its offset in
 * bytes on 64-bit systems in each version, from the header {@code wiredtiger.in} of that release.
 */
enum HandleMethod {
  // 3.2.1, 10.0, 11.0 and 11.1, 11.2, 11.3.1
  CONNECTION_CLOSE(16, 0, 0, 0, 0),
  OPEN_SESSION(64, 48, 48, 48, 56),

  SESSION_CLOSE(16, 16, 16, 16, 16),
  OPEN_CURSOR(40, 48, 48, 40, 40),
  CREATE(56, 64, 64, 56, 64),
  BEGIN_TRANSACTION(168, 160, 160, 152, 152),
  COMMIT_TRANSACTION(176, 168, 168, 160, 160),
  ROLLBACK_TRANSACTION(192, 192, 184, 176, 176),
  CHECKPOINT(216, 216, 216, 208, 208),

  GET_KEY(32, 32, 32, 32, 32),
  GET_VALUE(40, 40, 40, 40, 40),
  SET_KEY(48, 48, 48, 56, 56),
  SET_VALUE(56, 56, 56, 64, 64),
  NEXT(80, 80, 80, 88, 88),
  PREV(88, 88, 88, 96, 96),
  RESET(96, 96, 96, 104, 104),
  SEARCH(104, 104, 104, 112, 112),
  SEARCH_NEAR(112, 112, 112, 120, 120),
  INSERT(120, 120, 120, 128, 128),
  REMOVE(144, 144, 144, 152, 152);

  private static final List<String> LAYOUTS =
      List.of("3\\.2\\.1", "10\\.0\\..*", "11\\.[01]\\..*", "11\\.2\\..*", "11\\.3\\.1");

  /** The versions with known offsets, for a message. */
  static final String VERSIONS = "3.2.1, 10.0, 11.0, 11.1, 11.2, 11.3.1";

  @SuppressWarnings("ImmutableEnumChecker") // never changed
  private final int[] offsets;

  HandleMethod(int... offsets) {
    this.offsets = offsets;
  }

  /** The offset in a layout that {@link #layout} returned. */
  int offset(int layout) {
    return offsets[layout];
  }

  /** The layout of a version; empty if it is unknown. */
  static OptionalInt layout(String version) {
    return IntStream.range(0, LAYOUTS.size())
        .filter(layout -> version.matches(LAYOUTS.get(layout)))
        .findFirst();
  }
}
