package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Session;
import java.nio.ByteBuffer;

/**
 * One thread's session, and the verification of the values that it returns. For that thread; final
 * methods and fields, so that nothing is looked up under a measured operation.
 */
abstract class StoreClient {
  final Session session;

  final boolean verifies;

  /** A value that was read: direct, little endian. */
  final ByteBuffer into;

  private long found;

  StoreClient(StoreAccess access) {
    this.session = access.session();
    this.verifies = access.verifies();
    this.into = ValueChecksum.buffer(access.maxValueBytes());
  }

  /**
   * Counts a value that was found and touches each of its cache lines; one in {@value
   * PointClient#VERIFY_EVERY} is verified in full.
   *
   * @param value little endian; between 0 and {@code length}
   * @return a value that depends on every cache line
   * @throws WrongAnswerException if the value is wrong
   */
  final long found(ByteBuffer key, ByteBuffer value, int length, OperationCounts counts) {
    counts.hits++;
    counts.bytesRead += length;
    if ((++found & (PointClient.VERIFY_EVERY - 1)) == 0) {
      counts.verified++;
      if (!ValueChecksum.holds(key, value, length) && verifies) {
        throw WrongAnswerException.wrong(key, length);
      }
    }
    return PointClient.touch(value);
  }

  /** Copies a value that a scan visits; false if it cannot be one that was stored. */
  final boolean copy(ByteBuffer value) {
    int bytes = value.remaining();
    boolean fits = bytes >= ValueChecksum.BYTES && bytes <= into.capacity();
    into.limit(fits ? bytes : 0).position(0);
    into.put(0, value, value.position(), into.limit());
    return fits;
  }

  /** Closes the session. */
  public void close() {
    session.close();
  }
}
