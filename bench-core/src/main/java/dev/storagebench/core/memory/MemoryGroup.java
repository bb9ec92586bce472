package dev.storagebench.core.memory;

import java.io.IOException;
import java.util.List;

/** A group of processes that share a limit of memory. */
public interface MemoryGroup extends AutoCloseable {

  /** Words that, before a command, start it inside the group; its process is not another one. */
  List<String> launcher();

  /** Names the group to {@link ControlGroup#parse} in a process inside. */
  String place();

  /** How often the system has killed one of the processes because the limit was reached. */
  long kills();

  /** Kills what still runs in the group, and removes it. */
  @Override
  void close() throws IOException;
}
