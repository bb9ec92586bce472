package dev.storagebench.datasets.trace;

import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.RecordBytes;
import dev.storagebench.datasets.synthetic.RecordGenerator;
import java.nio.ByteBuffer;

/** Values in place of those that a trace does not record: cut from generated reviews. */
final class GeneratedValues {
  private static final int TEXT_BYTES = 1 << 20;
  private static final long SEED = 42;

  private final byte[] text = new byte[TEXT_BYTES];
  private final RecordBytes value = new RecordBytes(RecordReader.MAX_VALUE_BYTES);

  GeneratedValues() {
    RecordGenerator records = RecordGenerator.reviews(SEED);
    int length = 0;
    for (long index = 0; length < text.length; index++) {
      records.generate(index);
      int bytes = Math.min(records.value().remaining(), text.length - length);
      records.value().get(text, length, bytes);
      length += bytes;
    }
  }

  /**
   * A value.
   *
   * @param choice decides its content
   * @return a heap buffer, its bytes between position and limit, valid until the next call
   */
  ByteBuffer next(int bytes, long choice) {
    int start = (int) (((choice * 0x9E3779B97F4A7C15L) >>> 33) % TEXT_BYTES);
    value.clear();
    for (; value.length() < bytes; start = 0) {
      value.append(text, start, Math.min(TEXT_BYTES, start + bytes - value.length()));
    }
    return value.view();
  }
}
