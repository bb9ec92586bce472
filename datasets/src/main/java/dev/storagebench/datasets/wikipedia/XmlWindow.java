package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.input.ByteScan;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * The part of an input that is in memory. The bytes {@code [position, limit)} of {@code bytes} are
 * unread; {@link #require} moves them to the front and reads on. Lines are counted only in bytes
 * that leave the window, eight a step.
 */
final class XmlWindow implements Closeable {
  /** The most that can be required, and the longest tag that is read. */
  static final int LOOK_AHEAD_BYTES = 64 << 10;

  final byte[] bytes = new byte[16 * LOOK_AHEAD_BYTES];
  int position;
  int limit;

  private final InputStream in;
  private final String source;
  private long leftBytes;

  /** The line ends before {@code countedUntil}, those that left the window too. */
  private long lines;

  private int countedUntil;
  private boolean endOfInput;
  private boolean inputFailed;

  XmlWindow(InputStream in, String source) {
    this.in = in;
    this.source = source;
  }

  /** Makes so many bytes unread ones; false if the input has fewer. */
  boolean require(int count) throws IOException {
    return limit - position >= count || readOn(count);
  }

  /** Whether the input could not be read or decompressed: nothing can be read after that. */
  boolean inputFailed() {
    return inputFailed;
  }

  /** The offset in the input of an index in {@code bytes}. */
  long offset(int index) {
    return leftBytes + index;
  }

  /** The line of the position, from 1. */
  long line() {
    return linesBefore(position) + 1;
  }

  /** An exception that names the position. */
  BadInputException bad(String problem) {
    return new BadInputException(new Place(source, line(), offset(position)), problem);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean readOn(int count) throws IOException {
    if (endOfInput) {
      return false;
    }
    lines = linesBefore(position);
    countedUntil = 0;
    leftBytes += position;
    System.arraycopy(bytes, position, bytes, 0, limit - position);
    limit -= position;
    position = 0;
    while (limit < count && !endOfInput) {
      try {
        int read = in.read(bytes, limit, bytes.length - limit);
        if (read < 0) {
          endOfInput = true;
        } else {
          limit += read;
        }
      } catch (IOException | RuntimeException e) {
        inputFailed = true;
        throw e;
      }
    }
    return limit >= count;
  }

  /** Counts on from where it was counted last, so that many errors cost no more than one. */
  private long linesBefore(int index) {
    if (index >= countedUntil) {
      lines += ByteScan.count(bytes, countedUntil, index, (byte) '\n');
    } else {
      lines -= ByteScan.count(bytes, index, countedUntil, (byte) '\n');
    }
    countedUntil = index;
    return lines;
  }
}
