package dev.storagebench.datasets.amazon;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * An input that remembers its own failure, so that a damaged input (which ends the reading) and a
 * bad record in it (which may be skipped) are told apart.
 */
final class WatchedStream extends FilterInputStream {
  private boolean failed;

  /** Wraps a stream that supports {@link #mark}. */
  WatchedStream(InputStream in) {
    super(in);
  }

  /** Whether reading has ever thrown. */
  boolean failed() {
    return failed;
  }

  /** The first bytes, fewer only where the input ends; they are read again afterwards. */
  byte[] peek(int bytes) throws IOException {
    mark(bytes);
    byte[] head = readNBytes(bytes);
    reset();
    return head;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    try {
      return in.read(into, offset, length);
    } catch (IOException | RuntimeException e) {
      failed = true;
      throw e;
    }
  }
}
