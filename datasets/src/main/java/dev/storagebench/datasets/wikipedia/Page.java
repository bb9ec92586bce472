package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The content of a {@code <page>} element. Reused for the next. */
final class Page {
  final RecordBytes title = new RecordBytes(RecordReader.MAX_KEY_BYTES);

  /** The namespace's number; empty in exports older than schema 0.6. */
  final RecordBytes namespace = new RecordBytes(16);

  boolean redirect;

  /** The revisions but one. */
  int olderRevisions;

  private Revision latest = new Revision();
  private Revision other = new Revision();
  private boolean anyRevision;

  /** One of a page's revisions. */
  static final class Revision {
    /** {@code 2014-10-26T04:50:23Z}, with room. */
    final RecordBytes timestamp = new RecordBytes(64);

    final RecordBytes text = new RecordBytes(RecordReader.MAX_VALUE_BYTES);

    /** Why it has no text, as a note; null if it has. */
    @Nullable String missing;
  }

  void clear() {
    title.clear();
    namespace.clear();
    redirect = false;
    anyRevision = false;
    olderRevisions = 0;
  }

  /** An empty revision to read into; {@link #endRevision} follows. */
  Revision beginRevision() {
    olderRevisions += anyRevision ? 1 : 0;
    other.timestamp.clear();
    other.text.clear();
    other.missing = "pages without a text";
    return other;
  }

  /** Keeps the revision begun last if it is the latest; without timestamps it is. */
  void endRevision() {
    // ISO 8601 in UTC sorts as text.
    if (!anyRevision
        || other.timestamp.length() == 0
        || other.timestamp.view().compareTo(latest.timestamp.view()) >= 0) {
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

  String titleText() {
    return StandardCharsets.UTF_8.decode(title.view()).toString();
  }
}
