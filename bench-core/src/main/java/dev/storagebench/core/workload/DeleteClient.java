package dev.storagebench.core.workload;

import dev.storagebench.datasets.packed.KeyTable;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * One thread that deletes its part of the records. All threads together delete a percentage of
 * them, in random order, each once.
 */
public final class DeleteClient extends StoreClient {
  private static final int SAMPLES = 1000;

  private final KeyTable.View keys;
  private final Shuffle order;
  // Positions in the order: those the thread deletes, and the part of the rest that it verifies.
  private final int begin;
  private final int end;
  private final int restBegin;
  private final int restEnd;
  private int next;

  /**
   * Creates the client of a thread.
   *
   * @param access whose keys are all stored
   * @param percent the percentage of the records that all threads delete together
   */
  public DeleteClient(StoreAccess access, int percent, int thread, int threads) {
    super(access);
    KeyTable all = access.set().keys();
    this.keys = all.view();
    this.order = order(all, access.seeds());
    int size = Math.toIntExact(all.size());
    int deleted = deleted(all, percent);
    this.begin = part(deleted, thread, threads);
    this.end = part(deleted, thread + 1, threads);
    this.next = begin;
    this.restBegin = deleted + part(size - deleted, thread, threads);
    this.restEnd = deleted + part(size - deleted, thread + 1, threads);
  }

  private static Shuffle order(KeyTable keys, Seeds seeds) {
    return new Shuffle(
        Math.toIntExact(keys.size()), seeds.generator(0, Seeds.Purpose.ORDER).nextLong());
  }

  private static int deleted(KeyTable keys, int percent) {
    return (int) (keys.size() * percent / 100);
  }

  private static int part(int all, int thread, int threads) {
    return (int) ((long) all * thread / threads);
  }

  /** How many records the thread has yet to delete. */
  public int left() {
    return end - next;
  }

  /** Deletes the next record of the thread's part. */
  public void delete() {
    session.delete(keys.key(order.at(next)));
    next++;
  }

  /**
   * Verifies a sample of the records that this thread deleted and of those that none deleted, and
   * closes the session.
   *
   * @throws WrongAnswerException if a deleted record is still stored, or another one is missing or
   *     wrong
   */
  @Override
  public void close() {
    try (session) {
      if (verifies) {
        verify(begin, next, /* stored= */ false);
        verify(next, end, /* stored= */ true);
        verify(restBegin, restEnd, /* stored= */ true);
      }
    }
  }

  private void verify(int from, int to, boolean stored) {
    int step = Math.max(1, (to - from) / SAMPLES);
    for (int position = from; position < to; position += step) {
      ByteBuffer key = keys.key(order.at(position));
      ValueChecksum.require(stored, key, into, session.get(key, into));
    }
  }

  /**
   * A digest of the first {@value OperationStream#DIGEST_OPERATIONS} deletions of each thread and
   * of how many there are, as {@link OperationStream#digest}.
   */
  public static String digest(KeyTable keys, int percent, Seeds seeds, int threads) {
    KeyTable.View view = keys.view();
    Shuffle order = order(keys, seeds);
    int deleted = deleted(keys, percent);
    long digest = seeds.master() + deleted;
    for (int thread = 0; thread < threads; thread++) {
      int begin = part(deleted, thread, threads);
      int end =
          Math.min(part(deleted, thread + 1, threads), begin + OperationStream.DIGEST_OPERATIONS);
      for (int position = begin; position < end; position++) {
        digest = ValueChecksum.hash(view.key(order.at(position)), digest);
      }
    }
    return HexFormat.of().toHexDigits(digest);
  }
}
