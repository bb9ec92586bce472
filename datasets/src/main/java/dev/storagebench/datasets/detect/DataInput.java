package dev.storagebench.datasets.detect;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.packed.PackedFormat;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;

/**
 * An open input and what was found out about it.
 *
 * @param name the input as it was given, or {@code standard input}
 * @param format the name of the format that reads it, for example {@code amazon}
 * @param form what people call its form, for example {@code JSON lines}
 * @param compression what it is compressed with, for example {@code gzip}; empty if with nothing
 * @param fileBytes its size on disk; empty for what is no file
 * @param reader its records; closed by {@link #close}
 */
public record DataInput(
    String name,
    String format,
    Optional<String> form,
    Optional<String> compression,
    OptionalLong fileBytes,
    RecordReader reader)
    implements Closeable {

  /**
   * Opens an input by what it contains.
   *
   * @param argument a file's path; {@code -} for standard input; or, where there is no such file, a
   *     data set as {@link DatasetSpec} writes it
   * @throws dev.storagebench.datasets.BadInputException if no format accepts its first bytes, or
   *     more than one does; the message tells what is accepted
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  public static DataInput open(String argument, ReadOptions options) throws IOException {
    return namesFormat(argument)
        ? of(DatasetSpec.parse(argument), options)
        : new Detection(InputSource.of(argument)).open(options);
  }

  /**
   * Opens a file or standard input as a format.
   *
   * @param format the name of a {@link StreamFormat}, or {@value PackedFormat#NAME}
   * @throws IllegalArgumentException if there is no such format
   */
  public static DataInput openAs(String format, String file, ReadOptions options)
      throws IOException {
    DatasetSpec spec = new DatasetSpec(format, file);
    return spec.recordFormat() instanceof StreamFormat streamed
        ? new Detection(InputSource.of(file)).open(streamed, options)
        : of(spec, options);
  }

  /** Opens what is named with its format. */
  public static DataInput of(DatasetSpec spec, ReadOptions options) throws IOException {
    RecordFormat format = spec.recordFormat();
    if (format instanceof StreamFormat streamed) {
      return new Detection(InputSource.of(spec.argument())).open(streamed, options);
    }
    boolean packed = format.name().equals(PackedFormat.NAME);
    return new DataInput(
        packed ? spec.argument() : spec.toString(),
        format.name(),
        Optional.of(packed ? "packed record file" : "generated"),
        Optional.empty(),
        packed ? InputSource.of(spec.argument()).fileBytes() : OptionalLong.empty(),
        format.open(spec.argument(), options));
  }

  /** Whether this is no file, and what stands before its colon is a format's name. */
  private static boolean namesFormat(String argument) {
    try {
      if (Files.exists(Path.of(argument))) {
        return false;
      }
    } catch (InvalidPathException notAPath) {
      // It can still be a format's settings.
    }
    String name = DatasetSpec.parse(argument).format();
    return ServiceLoader.load(RecordFormat.class).stream()
        .anyMatch(format -> format.get().name().equals(name));
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
