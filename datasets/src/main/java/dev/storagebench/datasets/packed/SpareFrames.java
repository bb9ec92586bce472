package dev.storagebench.datasets.packed;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a file that no cursor uses at the moment. Their memory is given back only after the
 * collector has found it, so cursors opened one after the other use the same.
 */
final class SpareFrames {
  private final Path path;
  private final ConcurrentLinkedQueue<Frame> spare = new ConcurrentLinkedQueue<>();

  SpareFrames(Path path) {
    this.path = path;
  }

  Frame take() {
    Frame frame = spare.poll();
    return frame == null ? new Frame(path) : frame;
  }

  /** Takes a frame back; null is none. */
  void giveBack(@Nullable Frame frame) {
    if (frame != null) {
      spare.add(frame);
    }
  }
}
