package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** A format of files that are read front to back, known by their first bytes. */
public interface StreamFormat extends RecordFormat {
  /** How many first bytes {@link #form} is shown, fewer only where the input ends. */
  int HEAD_BYTES = 64 << 10;

  /** Whether it leaves inputs that another format accepts to that one. */
  default boolean isGeneral() {
    return false;
  }

  /** The file that an argument names; empty if it names none. */
  default Optional<InputSource> source(String argument) {
    return Optional.of(InputSource.of(argument));
  }

  /** Beginnings of its inputs, for error messages. */
  String beginnings();

  /**
   * Names the form of an input that begins so, for example {@code JSON lines}.
   *
   * @param head its first bytes, decompressed
   * @return empty if this format does not read such an input
   */
  Optional<String> form(byte[] head);

  /**
   * Reads a stream that can be marked; owns it if this succeeds.
   *
   * @param argument what follows the colon; its {@link #source} is the stream's
   * @throws BadInputException if the input is not of this format from its first bytes
   */
  RecordReader open(InputStream in, String argument, ReadOptions options) throws IOException;

  @Override
  default RecordReader open(String argument, ReadOptions options) throws IOException {
    return CloseOnFailure.of(
        source(argument).orElseThrow().open(), in -> open(in, argument, options));
  }

  @Override
  default String identity(String argument) throws IOException {
    return InputSource.of(argument).identity();
  }
}
