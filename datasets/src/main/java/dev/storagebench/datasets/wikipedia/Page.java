package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.nio.charset.StandardCharsets;

/** The content of a {@code <page>} element. Reused for the next. */
final class Page {
  final RecordBytes title = new RecordBytes(RecordReader.MAX_KEY_BYTES);

  /** The namespace's number; empty in exports older than schema 0.6. */
  final RecordBytes namespace = new RecordBytes(16);

  boolean redirect;
  int revisions;

  /** Of the last revision: exports have the latest last. */
  final RecordBytes text = new RecordBytes(RecordReader.MAX_VALUE_BYTES);

  /** Why it has no text, as a note; empty if it has. */
  String missing = "";

  void clear() {
    title.clear();
    namespace.clear();
    redirect = false;
    revisions = 0;
    text.clear();
    missing = "pages without a revision";
  }

  /** The text of the one before does not count. */
  void beginRevision() {
    revisions++;
    text.clear();
    missing = "pages without a text";
  }

  String titleText() {
    return StandardCharsets.UTF_8.decode(title.view()).toString();
  }
}
