package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.InputSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** A packed record file as input. It has no bad records: a damaged file ends the reading. */
public final class PackedFormat implements RecordFormat {
  /** {@link #name}. */
  public static final String NAME = "records";

  /** For {@link java.util.ServiceLoader}. */
  public PackedFormat() {}

  /** Whether an input with these first bytes is a packed record file. */
  public static boolean begins(byte[] head) {
    return head.length >= Long.BYTES
        && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong() == Header.MAGIC;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String usage() {
    return "records:FILE  a packed record file, as 'data convert' and 'data generate' write it";
  }

  /**
   * Opens a file; never standard input, of which the index at its end cannot be read first.
   *
   * @throws BadInputException if it is no packed record file, or damaged
   */
  @Override
  public RecordReader open(String argument, ReadOptions options) throws IOException {
    file(argument);
    return PackedReader.open(Path.of(argument));
  }

  @Override
  public String identity(String argument) throws IOException {
    return file(argument).identity();
  }

  private static InputSource file(String argument) {
    InputSource source = InputSource.of(argument);
    if (source.isStandardInput()) {
      throw new IllegalArgumentException(
          "a packed record file cannot be read from standard input; name the file");
    }
    return source;
  }
}
