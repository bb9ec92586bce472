package dev.storagebench.datasets.detect;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.input.Excerpt;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.packed.PackedFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Detects the format of an input and opens it without reading twice: a pipe cannot be rewound. */
final class Detection {
  private final InputSource source;

  Detection(InputSource source) {
    this.source = source;
  }

  /** Opens it with the one format that accepts its first bytes. */
  DataInput open(ReadOptions options) throws IOException {
    InputSource.Decompressed opened = source.openDecompressed();
    try {
      byte[] head = head(opened.in());
      if (PackedFormat.begins(head)) {
        opened.in().close();
        return openPacked(opened, options);
      }
      return open(acceptedBy(head), opened, head, options);
    } catch (IOException | RuntimeException e) {
      opened.in().close();
      throw e;
    }
  }

  /** Opens it with this format, which complains by itself about what it does not accept. */
  DataInput open(StreamFormat format, ReadOptions options) throws IOException {
    InputSource.Decompressed opened = source.openDecompressed();
    try {
      return open(format, opened, head(opened.in()), options);
    } catch (IOException | RuntimeException e) {
      opened.in().close();
      throw e;
    }
  }

  private DataInput open(
      StreamFormat format, InputSource.Decompressed opened, byte[] head, ReadOptions options)
      throws IOException {
    return new DataInput(
        source.name(),
        format.name(),
        format.form(head),
        opened.compression(),
        source.fileBytes(),
        format.open(opened.in(), source.name(), options));
  }

  private DataInput openPacked(InputSource.Decompressed opened, ReadOptions options)
      throws IOException {
    if (opened.compression().isPresent()) {
      throw bad(
          "a packed record file inside %s data; decompress it first"
              .formatted(opened.compression().get()));
    }
    return DataInput.of(new DatasetSpec(PackedFormat.NAME, source.argument()), options);
  }

  private StreamFormat acceptedBy(byte[] head) throws BadInputException {
    List<StreamFormat> all =
        ServiceLoader.load(RecordFormat.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(StreamFormat.class::isInstance)
            .map(StreamFormat.class::cast)
            .sorted(Comparator.comparing(StreamFormat::name))
            .toList();
    List<StreamFormat> accepting =
        all.stream().filter(format -> format.form(head).isPresent()).toList();
    if (accepting.size() == 1) {
      return accepting.get(0);
    }
    if (accepting.isEmpty()) {
      throw bad(
          "unknown format, starts with %s; accepted: %s; or a packed record file. If only the start is damaged, name the format with --as"
              .formatted(
                  Excerpt.of(head, 0, head.length),
                  all.stream()
                      .map(format -> format.name() + ": " + format.beginnings())
                      .collect(Collectors.joining("; "))));
    }
    throw bad(
        "ambiguous format: %s; choose with --as"
            .formatted(
                accepting.stream().map(StreamFormat::name).collect(Collectors.joining(" or "))));
  }

  private BadInputException bad(String problem) {
    return new BadInputException(new Place(source.name(), 0, 0), problem);
  }

  private static byte[] head(InputStream in) throws IOException {
    in.mark(StreamFormat.HEAD_BYTES);
    byte[] head = in.readNBytes(StreamFormat.HEAD_BYTES);
    in.reset();
    return head;
  }
}
