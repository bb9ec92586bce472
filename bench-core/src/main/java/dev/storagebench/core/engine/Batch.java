package dev.storagebench.core.engine;

import java.nio.ByteBuffer;

/**
 * Puts of one session that are written atomically, by the engine's own means: a write batch or a
 * transaction. For the session's thread, which must not write otherwise until the batch is
 * committed or closed: an engine with a single writer would deadlock.
 */
public interface Batch extends AutoCloseable {

  /**
   * Adds a put; the buffers are those of {@link Session#put}. Of two puts of one key the later
   * wins.
   *
   * @throws EngineException if the engine fails; the batch is then empty
   */
  void put(ByteBuffer key, ByteBuffer value);

  /**
   * Writes all puts added since the last commit. They become visible to all sessions at once, with
   * the store's {@link Durability}. The batch is then empty and can be filled again.
   *
   * @throws EngineException if the engine fails; nothing was written and the batch is empty
   */
  void commit();

  /** Discards the puts that were not committed. */
  @Override
  void close();
}
