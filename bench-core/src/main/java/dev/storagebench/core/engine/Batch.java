package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/**
 * Puts of one session that are stored together or not at all, by the engine's own means for it: a
 * write batch or a transaction. For the session's thread, which makes no other change until the
 * batch is committed or closed: where there is one writer at a time it would wait for itself.
 */
public interface Batch extends AutoCloseable {

  /**
   * Adds a put, on the terms of {@link Session#put}. A later one of the same key counts.
   *
   * @throws EngineException if the engine fails; the batch is empty then
   */
  void put(ByteBuffer key, ByteBuffer value);

  /**
   * Stores all that was added since the last commit, visible at once to every session, with the
   * promise of the store's {@link Durability} for all of it together. The batch is empty then, and
   * can be filled again.
   *
   * @throws EngineException if the engine fails; nothing was stored and the batch is empty then
   */
  void commit();

  /** Gives up what was not committed. */
  @Override
  void close();
}
