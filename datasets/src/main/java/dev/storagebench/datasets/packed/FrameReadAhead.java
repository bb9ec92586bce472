package dev.storagebench.datasets.packed;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
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
  private Frame current;
  private Frame spare;
  private @Nullable Future<Frame> ahead;

  FrameReadAhead(
      BlockFile file, FrameIndex index, Path path, int first, int end, boolean withBodies) {
    this.file = file;
    this.index = index;
    this.withBodies = withBodies;
    this.following = first;
    this.end = end;
    this.current = new Frame(path);
    this.spare = new Frame(path);
    this.reader =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "read-ahead " + path.getFileName());
              thread.setDaemon(true);
              return thread;
            });
    readOn();
  }

  private void readOn() {
    if (following < end) {
      int frame = following++;
      Frame into = spare;
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
    ahead = null;
    reader.shutdown();
  }
}
