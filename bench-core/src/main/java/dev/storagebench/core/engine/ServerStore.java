package dev.storagebench.core.engine;

import java.util.Map;

/** A store in a server, to which other processes connect as well. */
public interface ServerStore extends Store {

  /** What {@link DatabaseEngine#attach} needs in another process; has a password in it. */
  Map<String, String> address();

  /** The server's counters since its start, by their own names. */
  Map<String, Long> counters();
}
