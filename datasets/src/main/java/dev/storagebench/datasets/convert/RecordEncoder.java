package dev.storagebench.datasets.convert;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes records in a text form, one after the other, into the stream it was made with. */
interface RecordEncoder {

  /**
   * Writes a record whole.
   *
   * @param key a heap buffer, read from position to limit and left unchanged
   * @param value on the same terms
   * @throws UnwritableRecordException if the form cannot carry it
   */
  void encode(ByteBuffer key, ByteBuffer value) throws IOException;
}
