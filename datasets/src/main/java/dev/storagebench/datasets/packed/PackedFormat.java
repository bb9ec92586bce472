package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.KeyValueReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/** A packed record file as input. It has no bad records: a damaged file ends the reading. */
public final class PackedFormat implements RecordFormat {
  /** {@link #name}. */
  public static final String NAME = "records";

  /** Whether an input with these first bytes is a packed record file. */
  public static boolean begins(byte[] head) {
    return Catalog.begins(head);
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * Opens a file, whose end, where the index is, is read first.
   *
   * @throws BadInputException if it is no packed record file, or damaged
   */
  @Override
  public RecordReader open(String argument, ReadOptions options) throws IOException {
    String name = InputSource.of(argument).name();
    return new Reader(PackedFile.open(Path.of(argument)), name);
  }

  @Override
  public String identity(String argument) throws IOException {
    return InputSource.of(argument).identity();
  }

  /** The records, copied onto the heap as readers hand them out. */
  private static final class Reader extends KeyValueReader {
    private final PackedFile file;
    private final PackedCursor cursor;

    Reader(PackedFile file, String source) {
      super(source, ReadOptions.STRICT);
      this.file = file;
      this.cursor = file.cursor();
      file.summary().notes().forEach(counts()::note);
    }

    @Override
    protected boolean parse() throws IOException {
      if (!cursor.next()) {
        return false;
      }
      key.append(cursor.key());
      value.append(cursor.value());
      return true;
    }

    @Override
    public OptionalLong expectedRecords() {
      return OptionalLong.of(file.summary().records());
    }

    @Override
    public void close() throws IOException {
      try (file) {
        cursor.close();
      }
    }
  }
}
