package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.RecordReader;
import org.jspecify.annotations.Nullable;

/** What was read between {@code <page>} and {@code </page>}. Used again for the next. */
final class Page {
  final TextBuffer title = new TextBuffer(RecordReader.MAX_KEY_BYTES);

  /** The namespace's number; empty in exports older than schema 0.6. */
  final TextBuffer namespace = new TextBuffer(16);

  boolean redirect;
  private Revision latest = new Revision();
  private Revision other = new Revision();
  private boolean anyRevision;

  void clear() {
    title.clear();
    namespace.clear();
    redirect = false;
    anyRevision = false;
  }

  /** An empty revision to read into; to be followed by {@link #endRevision}. */
  Revision beginRevision() {
    other.clear();
    return other;
  }

  /** Keeps the later one of the revision begun last and those before it. */
  void endRevision() {
    if (!anyRevision || other.supersedes(latest)) {
      Revision replaced = latest;
      latest = other;
      other = replaced;
      anyRevision = true;
    }
  }

  /** The latest revision, null if there was none. */
  @Nullable Revision latest() {
    return anyRevision ? latest : null;
  }
}
