package dev.storagebench.core.engine;

/** What is promised of a write once {@link Session#put} or {@link Session#delete} has returned. */
public enum Durability {
  /** Nothing: a crash of the process may lose any write, or the store. */
  NONE,
  /** It survives {@code kill -9} of the process, not a crash of the machine. */
  PROCESS,
  /** It is on stable storage: it survives a power cut. */
  SYNC
}
