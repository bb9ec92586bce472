package dev.storagebench.core.report;

import dev.storagebench.core.result.Manifest;

/** A page for a browser that a run leaves in its folder. */
public interface RunPage {

  /** The file's name in the run's folder, for example {@code movies.html}. */
  String fileName();

  /** The whole page, in one file that needs no network. */
  String render(Manifest run);
}
