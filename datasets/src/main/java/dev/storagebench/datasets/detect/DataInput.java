package dev.storagebench.datasets.detect;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.CloseOnFailure;
import dev.storagebench.datasets.input.FileArgument;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.input.UnreadableKind;
import dev.storagebench.datasets.packed.PackedFormat;
import dev.storagebench.datasets.packed.PackingFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An open input and its detected properties.
 *
 * @param name the input as it was given
 * @param spec its format, detected or named, and what names the input
 * @param form the variant of the format, for example {@code JSON lines}
 * @param compression its compression, for example {@code gzip}; empty if none
 * @param fileBytes its size on disk; empty if it is not a file
 * @param reader its records; closed by {@link #close}
 */
public record DataInput(
    String name,
    DatasetSpec spec,
    Optional<String> form,
    Optional<String> compression,
    OptionalLong fileBytes,
    RecordReader reader)
    implements Closeable {

  /**
   * Opens an input by its content. It is not read twice: a pipe cannot be rewound.
   *
   * @param argument a file's path; or, where there is no such file, a data set as {@link
   *     DatasetSpec} writes it
   * @throws BadInputException if no format accepts its first bytes, or more than one does; the
   *     message lists the accepted ones
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  public static DataInput open(String argument, ReadOptions options) throws IOException {
    DatasetSpec spec = DatasetSpec.parse(argument);
    return spec.namesFormat() && !FileArgument.exists(argument)
        ? of(spec, options)
        : open(InputSource.of(argument), argument, null, options);
  }

  /**
   * Opens a data set with the format it names.
   *
   * @throws IllegalArgumentException if there is no such format
   */
  public static DataInput of(DatasetSpec spec, ReadOptions options) throws IOException {
    RecordFormat format = spec.recordFormat();
    if (format instanceof StreamFormat streamed) {
      Optional<InputSource> source = streamed.source(spec.argument());
      if (source.isPresent()) {
        return open(source.get(), spec.argument(), streamed, options);
      }
    }
    boolean packed = format.name().equals(PackedFormat.NAME);
    return new DataInput(
        packed ? spec.argument() : spec.toString(),
        spec,
        Optional.of(
            packed
                ? "packed record file"
                : format instanceof PackingFormat ? "distinct keys" : "generated"),
        Optional.empty(),
        packed ? InputSource.of(spec.argument()).fileBytes() : OptionalLong.empty(),
        format.open(spec.argument(), options));
  }

  private static DataInput open(
      InputSource source, String argument, @Nullable StreamFormat named, ReadOptions options)
      throws IOException {
    InputSource.Decompressed opened = source.openDecompressed();
    return CloseOnFailure.of(
        opened.in(),
        in -> {
          byte[] head = InputSource.peek(in, StreamFormat.HEAD_BYTES);
          if (named == null && PackedFormat.begins(head)) {
            in.close();
            if (opened.compression().isPresent()) {
              throw new BadInputException(
                  source.name(),
                  "a packed record file inside %s data; decompress it first"
                      .formatted(opened.compression().get()));
            }
            return of(new DatasetSpec(PackedFormat.NAME, source.path().toString()), options);
          }
          StreamFormat format = named == null ? detected(source, head) : named;
          RecordReader reader = format.open(in, argument, options);
          return new DataInput(
              source.name(),
              new DatasetSpec(format.name(), argument),
              joined(format.form(head), reader.description()),
              opened.compression(),
              source.fileBytes(),
              reader);
        });
  }

  private static Optional<String> joined(Optional<String> form, Optional<String> description) {
    return description.isEmpty()
        ? form
        : Optional.of(form.map(label -> label + ", ").orElse("") + description.get());
  }

  /** The one format that accepts these first bytes. */
  private static StreamFormat detected(InputSource source, byte[] head) throws BadInputException {
    UnreadableKind.refuse("wikipedia", head, source.name());
    List<StreamFormat> all =
        DatasetSpec.formats()
            .filter(StreamFormat.class::isInstance)
            .map(StreamFormat.class::cast)
            .toList();
    List<StreamFormat> accepting = new ArrayList<>(all);
    accepting.removeIf(format -> format.form(head).isEmpty());
    if (accepting.size() > 1) {
      accepting.removeIf(StreamFormat::isGeneral);
    }
    if (accepting.isEmpty()) {
      throw new BadInputException(
          source.name(),
          "unknown format, starts with %s; accepted: %s; or a packed record file. If only the start is damaged, name the format with --as"
              .formatted(
                  Excerpt.of(head, 0, head.length),
                  all.stream()
                      .map(format -> format.name() + ": " + format.beginnings())
                      .sorted()
                      .collect(Collectors.joining("; "))));
    }
    if (accepting.size() > 1) {
      throw new BadInputException(
          source.name(),
          "ambiguous format: %s; choose with --as"
              .formatted(
                  accepting.stream()
                      .map(StreamFormat::name)
                      .sorted()
                      .collect(Collectors.joining(" or "))));
    }
    return accepting.get(0);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
