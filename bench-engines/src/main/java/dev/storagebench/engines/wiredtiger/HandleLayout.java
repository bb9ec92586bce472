package dev.storagebench.engines.wiredtiger;

import java.util.Optional;

/**
 * Where the methods lie in WiredTiger's handles, in bytes from the handle's beginning, as its
 * header {@code wiredtiger.h} declares them on 64-bit systems.
 *
 * @param connectionClose {@code WT_CONNECTION.close}
 * @param openSession {@code WT_CONNECTION.open_session}
 * @param openCursor {@code WT_SESSION.open_cursor}
 * @param create {@code WT_SESSION.create}
 * @param checkpoint {@code WT_SESSION.checkpoint}
 * @param beginTransaction {@code WT_SESSION.begin_transaction}; 0 where it is not known
 * @param setKey {@code WT_CURSOR.set_key}
 * @param setValue {@code WT_CURSOR.set_value}
 * @param next {@code WT_CURSOR.next}
 * @param reset {@code WT_CURSOR.reset}
 * @param search {@code WT_CURSOR.search}, which {@code search_near} follows
 * @param insert {@code WT_CURSOR.insert}
 * @param remove {@code WT_CURSOR.remove}
 */
record HandleLayout(
    int connectionClose,
    int openSession,
    int openCursor,
    int create,
    int checkpoint,
    int beginTransaction,
    int setKey,
    int setValue,
    int next,
    int reset,
    int search,
    int insert,
    int remove) {

  /** {@code WT_SESSION.close}, the first method in every version. */
  static final int SESSION_CLOSE = 16;

  /** {@code WT_CURSOR.get_key}. */
  static final int GET_KEY = 32;

  /** {@code WT_CURSOR.get_value}. */
  static final int GET_VALUE = 40;

  /** Where transactions are, in the one version whose header was read for it. */
  private static final int BEGIN_TRANSACTION_3_2_1 = 168;

  private static final int UNKNOWN = 0;

  /** The versions that are known, for a message. */
  static final String KNOWN = "3.2.1, 10.0, 11.0, 11.1, 11.2 and 11.3.1";

  private static HandleLayout older(
      int connectionClose, int openSession, int openCursor, int create, int begin) {
    return new HandleLayout(
        connectionClose,
        openSession,
        openCursor,
        create,
        216,
        begin,
        48,
        56,
        80,
        96,
        104,
        120,
        144);
  }

  private static HandleLayout newer(int openSession, int create) {
    return new HandleLayout(
        0, openSession, 40, create, 208, UNKNOWN, 56, 64, 88, 104, 112, 128, 152);
  }

  /** The layout of a version; empty if it is not known. */
  static Optional<HandleLayout> of(int major, int minor, int patch) {
    return switch (major) {
      case 3 ->
          minor == 2 && patch == 1
              ? Optional.of(older(16, 64, 40, 56, BEGIN_TRANSACTION_3_2_1))
              : Optional.empty();
      case 10 -> minor == 0 ? Optional.of(older(0, 48, 48, 64, UNKNOWN)) : Optional.empty();
      case 11 ->
          switch (minor) {
            case 0, 1 -> Optional.of(older(0, 48, 48, 64, UNKNOWN));
            case 2 -> Optional.of(newer(48, 56));
            case 3 -> patch == 1 ? Optional.of(newer(56, 64)) : Optional.empty();
            default -> Optional.empty();
          };
      default -> Optional.empty();
    };
  }

  /** Whether the methods of transactions are known. */
  boolean hasTransactions() {
    return beginTransaction != UNKNOWN;
  }

  /** {@code WT_SESSION.commit_transaction}. */
  int commitTransaction() {
    return beginTransaction + Long.BYTES;
  }

  /** {@code WT_SESSION.rollback_transaction}; {@code prepare_transaction} stands between. */
  int rollbackTransaction() {
    return beginTransaction + 3 * Long.BYTES;
  }

  /** {@code WT_CURSOR.prev}: the one between {@code next} and {@code reset} in every version. */
  int prev() {
    return next + Long.BYTES;
  }

  /** {@code WT_CURSOR.search_near}. */
  int searchNear() {
    return search + Long.BYTES;
  }
}
