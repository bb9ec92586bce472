package dev.storagebench.datasets.convert;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.input.Excerpt;
import dev.storagebench.datasets.packed.Duplicates;
import dev.storagebench.datasets.packed.Packer;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;

/**
 * Writes an input's records in another form: all of them, in their order, byte for byte. Only a
 * packed record file has unique keys; text forms keep every record. The input stays open.
 */
public final class Conversion {
  private static final int BUFFER_BYTES = 256 << 10;
  private static final long TOLD_BYTES = 1 << 20;

  private final DataInput input;
  private final PackingProgress progress;

  /**
   * @param progress told about once per MiB
   */
  public Conversion(DataInput input, PackingProgress progress) {
    this.input = input;
    this.progress = progress;
  }

  /**
   * Writes a packed record file; on failure nothing is left behind.
   *
   * @param replace whether a file that is there may be replaced
   * @throws BadInputException for a bad record, unless they are skipped, and for no records at all
   * @throws IllegalArgumentException if the target is there already, or cannot be written
   */
  public ConversionReport pack(Path target, Duplicates duplicates, boolean replace)
      throws IOException {
    if (isGzip(target)) {
      throw new IllegalArgumentException(
          target + ": a packed record file cannot be compressed; leave .gz out of its name");
    }
    try (OutputFile file = new OutputFile(target, replace)) {
      return pack(file, duplicates);
    }
  }

  private ConversionReport pack(OutputFile file, Duplicates duplicates) throws IOException {
    try {
      Packer.Outcome outcome =
          new Packer(input.name(), duplicates, progress).pack(input.reader(), file.temporary());
      return new ConversionReport(
          outcome.summary().records(),
          outcome.report().badRecords(),
          OptionalLong.of(outcome.report().duplicateKeys()),
          outcome.summary().rawBytes(),
          OptionalLong.of(file.commit()));
    } catch (FileSystemException e) {
      throw file.told(e);
    }
  }

  /**
   * Writes a text form into a file, compressed if its name ends in {@code .gz}, on the terms of
   * {@link #pack}.
   *
   * @throws UnwritableRecordException if the form cannot carry a record; the message names it
   */
  public ConversionReport write(OutputForm form, Path target, boolean replace) throws IOException {
    try (OutputFile file = new OutputFile(target, replace)) {
      return write(form, file, isGzip(target));
    }
  }

  private ConversionReport write(OutputForm form, OutputFile file, boolean gzip)
      throws IOException {
    try {
      long rawBytes;
      try (OutputStream plain =
              new NamedOutput(
                  Files.newOutputStream(file.temporary()), file.temporary().toString());
          OutputStream out = gzip ? new GZIPOutputStream(plain, BUFFER_BYTES) : plain) {
        rawBytes = writeAll(form, out);
      }
      return report(rawBytes, OptionalLong.of(file.commit()));
    } catch (FileSystemException e) {
      throw file.told(e);
    }
  }

  /** Writes a text form to standard output, which is flushed and stays open. */
  public ConversionReport write(OutputForm form, OutputStream out) throws IOException {
    return report(writeAll(form, new NamedOutput(out, "standard output")), OptionalLong.empty());
  }

  private static boolean isGzip(Path target) {
    return target.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
  }

  private ConversionReport report(long rawBytes, OptionalLong fileBytes) {
    RecordReader reader = input.reader();
    return new ConversionReport(
        reader.counts().records(),
        reader.counts().badRecords(),
        OptionalLong.empty(),
        rawBytes,
        fileBytes);
  }

  private long writeAll(OutputForm form, OutputStream target) throws IOException {
    RecordReader reader = input.reader();
    OutputStream out = new BufferedOutputStream(target, BUFFER_BYTES);
    RecordBuffer record = new RecordBuffer();
    RecordEncoder encoder = form.encoder(record);
    long bytes = 0;
    long toldBytes = 0;
    while (reader.next()) {
      try {
        encoder.encode(reader.key(), reader.value());
      } catch (UnwritableRecordException e) {
        throw named(reader, e);
      }
      record.moveTo(out);
      bytes += reader.key().remaining() + reader.value().remaining();
      if (bytes - toldBytes >= TOLD_BYTES) {
        toldBytes = bytes;
        progress.packed(reader.counts().records(), bytes);
      }
    }
    if (reader.counts().records() == 0) {
      throw new BadInputException(
          new Place(input.name(), 0, 0),
          "no records: there is nothing to write (%,d bad records)"
              .formatted(reader.counts().badRecords()));
    }
    out.flush();
    progress.packed(reader.counts().records(), bytes);
    return bytes;
  }

  private UnwritableRecordException named(RecordReader reader, UnwritableRecordException e) {
    Bytes key = Bytes.of(reader.key());
    UnwritableRecordException named =
        new UnwritableRecordException(
            "%s, record %,d, key %s: %s"
                .formatted(
                    input.name(),
                    reader.counts().records(),
                    Excerpt.of(key.array(), key.from(), key.to()),
                    e.getMessage()));
    named.initCause(e);
    return named;
  }
}
