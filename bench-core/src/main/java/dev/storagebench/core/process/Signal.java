package dev.storagebench.core.process;

import java.util.List;
import java.util.stream.Stream;

/**
 * Signals of POSIX, most of which Java does not send. They are sent by the {@code kill} that each
 * shell has built in: the program of that name is in a package that minimal systems lack.
 */
public enum Signal {
  /** Interrupts, as Ctrl-C does. */
  INT,
  /** Ends at once. */
  KILL,
  /** Suspends until {@link #CONT}. */
  STOP,
  /** Resumes. */
  CONT;

  /**
   * Sends the signal to processes by one command, so that few of them see others end; false if one
   * has ended, is another user's, or there is no sh.
   */
  public boolean send(ProcessHandle... processes) {
    List<String> ids = Stream.of(processes).map(each -> Long.toString(each.pid())).toList();
    return Program.succeeds("sh", "-c", "kill -%s %s".formatted(this, String.join(" ", ids)));
  }
}
