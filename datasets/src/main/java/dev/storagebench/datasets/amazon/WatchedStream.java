package dev.storagebench.datasets.amazon;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * An input that remembers its own failure, so that a damaged input (which ends the reading) and a
 * bad record in it (which may be skipped) are told apart, and how it ended.
 */
final class WatchedStream extends FilterInputStream {
  private boolean failed;
  private byte lastByte;
  private long bytes;

  /** Wraps a stream that supports {@link #mark}. */
  WatchedStream(InputStream in) {
    super(in);
  }

  /** Whether reading has ever thrown. */
  boolean failed() {
    return failed;
  }

  /** Whether the last byte read so far ends no line. */
  boolean isInsideLine() {
    return lastByte != '\n';
  }

  /** How many have been read so far. */
  long bytes() {
    return bytes;
  }

  /** The first bytes, fewer only where the input ends; they are read again afterwards. */
  byte[] peek(int bytes) throws IOException {
    mark(bytes);
    long before = this.bytes;
    byte[] head = readNBytes(bytes);
    reset();
    this.bytes = before;
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
      int read = in.read(into, offset, length);
      bytes += Math.max(0, read);
      lastByte = read > 0 ? into[offset + read - 1] : lastByte;
      return read;
    } catch (IOException | RuntimeException e) {
      failed = true;
      throw e;
    }
  }
}
