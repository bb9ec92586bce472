package dev.storagebench.datasets.convert;

import dev.storagebench.datasets.RecordReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** One record's text, so that nothing of a record that cannot be written gets out. */
final class RecordBuffer extends OutputStream {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 << 10);

  @Override
  public void write(int one) throws IOException {
    require(1);
    bytes.write(one);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    require(length);
    bytes.write(from, offset, length);
  }

  /** Readers take no longer line. */
  private void require(int more) throws UnwritableRecordException {
    if (more > RecordReader.MAX_VALUE_BYTES - bytes.size()) {
      throw new UnwritableRecordException(
          "in this form it takes more than the %,d bytes that are read back"
              .formatted(RecordReader.MAX_VALUE_BYTES));
    }
  }

  /** Moves the bytes on, and is empty. */
  void moveTo(OutputStream out) throws IOException {
    bytes.writeTo(out);
    bytes.reset();
  }
}
