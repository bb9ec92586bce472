package dev.storagebench.core.engine;

/**
 * Failure that an acknowledged write survives, once {@link Session#put} or its like has returned.
 */
public enum Durability {
  /** Nothing: a crash of the process may lose any write, or the whole store. */
  NONE,
  /** A {@code kill -9} of the process, but not a crash of the operating system or a power loss. */
  PROCESS,
  /** A power loss: the write is on stable storage before the call returns. */
  SYNC;

  /** The name on the command line. */
  @Override
  public String toString() {
    return EnumNames.of(this);
  }
}
