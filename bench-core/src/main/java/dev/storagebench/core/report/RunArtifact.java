package dev.storagebench.core.report;

import dev.storagebench.core.result.Manifest;

/** A file for readers that a run leaves in its folder: a page, or figures for another tool. */
public interface RunArtifact {

  /** The file's name in the run's folder, for example {@code movies.html}. */
  String fileName();

  /** Its whole text; a page needs no network. */
  String render(Manifest run);
}
