package dev.storagebench.datasets.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * A regular file read through mapped windows, which takes two thirds of the time of {@link
 * java.io.FileInputStream}: that copies all bytes twice, first out of the page cache and then out
 * of a native buffer.
 *
 * <p>Java 17 cannot unmap. A window is given back when the garbage collector finds it: until then
 * it costs address space and page tables (0.2 % of what was read), but no memory, because the
 * kernel can take its pages back at any time; and Windows does not let the file be deleted.
 */
final class MappedFile extends InputStream {
  /** A file below this size gains nothing; a window of it is mapped in a few microseconds. */
  static final int WINDOW_BYTES = 16 << 20;

  private final FileChannel channel;
  private final Path path;
  private final int windowBytes;

  /** What is mapped, and the file's offset of its end. */
  private MappedByteBuffer window;

  private long windowEnd;

  /**
   * Opens a file.
   *
   * @param windowBytes how many bytes to map at a time
   */
  MappedFile(Path path, int windowBytes) throws IOException {
    this.channel = FileChannel.open(path);
    this.path = path;
    this.windowBytes = windowBytes;
    try {
      this.window = channel.map(MapMode.READ_ONLY, 0, 0);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!window.hasRemaining() && !mapNext()) {
      return -1;
    }
    refuseCut();
    int read = Math.min(length, window.remaining());
    window.get(into, offset, read);
    return read;
  }

  /** The JVM answers a missing page with an {@link InternalError}, Java 17 even at a later time. */
  private void refuseCut() throws IOException {
    if (channel.size() < windowEnd) {
      throw new IOException(
          "%s has been cut to %,d bytes while it was read; get it again"
              .formatted(path, channel.size()));
    }
  }

  /** Maps what follows; the file may have grown since it was opened. */
  private boolean mapNext() throws IOException {
    long left = channel.size() - windowEnd;
    if (left <= 0) {
      return false;
    }
    window = channel.map(MapMode.READ_ONLY, windowEnd, Math.min(left, windowBytes));
    windowEnd += window.limit();
    return true;
  }

  @Override
  public int available() {
    return window.remaining();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
