package dev.storagebench.datasets.packed;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A range of a file's frames, in order; while one is in use, a daemon thread reads and checks the
 * next. Only that thread touches the file, so that an interrupt of the caller's does not close it.
 */
final class FrameReadAhead implements Closeable {
  private final BlockFile file;
  private final FrameIndex index;
  private final boolean withBodies;
  private final ExecutorService reader;
  private final int end;
  private int following;
  private final SpareFrames frames;
  private @Nullable Frame current;
  private @Nullable Frame spare;
  private @Nullable Future<Frame> ahead;

  FrameReadAhead(
      BlockFile file,
      FrameIndex index,
      SpareFrames frames,
      String name,
      int first,
      int end,
      boolean withBodies) {
    this.file = file;
    this.index = index;
    this.withBodies = withBodies;
    this.following = first;
    this.end = end;
    this.frames = frames;
    this.spare = frames.take();
    this.reader =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "read-ahead " + name);
              thread.setDaemon(true);
              return thread;
            });
    readOn();
  }

  private void readOn() {
    if (following < end) {
      int frame = following++;
      Frame into = spare == null ? frames.take() : spare;
      ahead =
          reader.submit(
              () -> {
                into.read(file, index, frame, withBodies);
                return into;
              });
    } else {
      ahead = null;
      reader.shutdown();
    }
  }

  /** The next frame, valid until the next call; null at the end. */
  @Nullable Frame next() throws IOException {
    if (ahead == null) {
      return null;
    }
    try {
      spare = current;
      current = ahead.get();
      readOn();
      return current;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while waiting for a frame");
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException("reading ahead failed", e.getCause());
    }
  }

  @Override
  public void close() {
    reader.shutdown();
    Future<Frame> last = ahead;
    ahead = null;
    frames.giveBack(current);
    current = null;
    if (last != null) {
      spare = null;
      try {
        frames.giveBack(last.get());
      } catch (InterruptedException e) {
        // Whoever closes has no use for the frame; it is left to the collector.
        Thread.currentThread().interrupt();
      } catch (ExecutionException nobodyAsksForThisFrame) {
        return;
      }
    } else {
      frames.giveBack(spare);
      spare = null;
    }
  }
}
