package dev.storagebench.core.engine;

import java.util.Map;

/** A store in a server, to which other processes connect as well. */
public interface ServerStore extends Store {

  /**
   * Address of the server for {@link DatabaseEngine#attach} in another process; contains a
   * password.
   */
  Map<String, String> address();

  /** The server's counters since its start, by their own names. */
  Map<String, Long> counters();
}
