package dev.storagebench.engines.perconaft;

import dev.storagebench.engines.library.NativeMemory;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * PerconaFT's handles, structures of 8-byte slots that are mostly function pointers. The library's
 * version is the same in all releases, so the layout is known by what the slots hold. These are the
 * layouts since 2017 on 64-bit systems, from {@code db.h}, which {@code buildheader/make_tdb.cc}
 * generates.
 */
enum Handle {
  ENV(688, Set.of(208, 464, 472, 520), 8, 8, -1),
  /** Its descriptors are data. */
  DB(448, Set.of(304, 320, 384, 432, 440), 80, 96, 312),
  TXN(144, Set.of(88, 96, 128), 0, 0, 80),
  /** Has 512 bytes of internal data. */
  CURSOR(640, Set.of(), 104, 616, 616);

  private static final int SLOT = Long.BYTES;

  private final int bytes;

  @SuppressWarnings("ImmutableEnumChecker") // never changed
  private final Set<Integer> empty;

  private final int dataBegin;
  private final int dataEnd;
  private final int owner;

  /**
   * A layout; offsets in bytes.
   *
   * @param bytes the size of the structure
   * @param empty the slots without an implementation
   * @param dataBegin the first slot that may hold anything
   * @param dataEnd the next one that may not
   * @param owner the slot with the handle that this one was opened from, -1 for none
   */
  Handle(int bytes, Set<Integer> empty, int dataBegin, int dataEnd, int owner) {
    this.bytes = bytes;
    this.empty = empty;
    this.dataBegin = dataBegin;
    this.dataEnd = dataEnd;
    this.owner = owner;
  }

  /**
   * Compares a handle with this layout; calls nothing.
   *
   * @param from the handle it was opened from
   * @param isFunction whether an address is in the library's code
   * @return the first difference; empty if there is none
   */
  Optional<String> mismatch(long handle, long from, LongPredicate isFunction) {
    // The first one of these two is internal.
    for (int offset = this == ENV || this == DB ? SLOT : 0; offset < bytes; offset += SLOT) {
      long slot = NativeMemory.pointer(handle + offset);
      boolean isData = offset >= dataBegin && offset < dataEnd;
      boolean expected =
          offset == owner
              ? slot == from
              : empty.contains(offset) ? slot == 0 : isData || isFunction.test(slot);
      if (!expected) {
        return Optional.of(
            (this == DB ? "DB" : "DB_" + name()) + " has another layout at offset " + offset);
      }
    }
    return Optional.empty();
  }

  /** The methods that are called, by their offsets in bytes. */
  enum Method {
    ENV_CHECKPOINTING_SET_PERIOD(8),
    ENV_CLEANER_SET_PERIOD(24),
    ENV_CLEANER_SET_ITERATIONS(40),
    ENV_SET_REDZONE(216),
    ENV_SET_LOCK_TIMEOUT(248),
    ENV_SET_CHECK_THP(392),
    ENV_CLOSE(480),
    ENV_OPEN(552),
    ENV_SET_CACHESIZE(560),
    ENV_SET_LG_MAX(624),
    ENV_TXN_BEGIN(656),
    ENV_TXN_CHECKPOINT(664),

    DB_GET_READPAGESIZE(152),
    DB_SET_READPAGESIZE(160),
    DB_GET_COMPRESSION_METHOD(176),
    DB_SET_COMPRESSION_METHOD(184),
    DB_SET_FANOUT(208),
    DB_GET_FRACTAL_TREE_INFO64(264),
    DB_CLOSE(328),
    DB_CURSOR(336),
    DB_DEL(344),
    DB_GET(360),
    DB_OPEN(392),
    DB_PUT(400),
    DB_SET_PAGESIZE(424),

    TXN_ABORT(104),
    TXN_COMMIT(112),

    CURSOR_CLOSE(624),
    CURSOR_GET(632);

    private final int offset;

    Method(int offset) {
      this.offset = offset;
    }

    /** The address of a handle's method. */
    long of(long handle) {
      return NativeMemory.pointer(handle + offset);
    }
  }
}
