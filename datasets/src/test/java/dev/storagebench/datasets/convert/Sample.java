package dev.storagebench.datasets.convert;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.Duplicates;
import dev.storagebench.datasets.packed.PackedWriter;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Records as values that compare, a character a byte, written and read back. */
record Sample(String key, String value) {

  /** A review of six fields, of which the last is given. */
  static Sample review(int number, String text) {
    return new Sample(
        "B%09d AUSER%d".formatted(number, number),
        String.join("\u0001", "A. Name", "1/2", "5.0", "1182729600", "A summary", text));
  }

  static Path pack(Path file, List<Sample> records) throws IOException {
    try (PackedWriter writer = PackedWriter.create(file)) {
      for (Sample each : records) {
        writer.add(bytes(each.key), bytes(each.value));
      }
      writer.finish();
    }
    return file;
  }

  static List<Sample> read(Path file) throws IOException {
    List<Sample> records = new ArrayList<>();
    try (DataInput input = DataInput.open(file.toString(), ReadOptions.STRICT)) {
      RecordReader reader = input.reader();
      while (reader.next()) {
        records.add(new Sample(text(reader.key()), text(reader.value())));
      }
    }
    return records;
  }

  static ConversionReport convert(Path from, Path to) throws IOException {
    return convert(from, to, Duplicates.LAST_WINS, false);
  }

  static ConversionReport convert(Path from, Path to, Duplicates duplicates, boolean replace)
      throws IOException {
    OutputForm form = OutputForm.ofName(to.toString()).orElseThrow();
    try (DataInput input = DataInput.open(from.toString(), ReadOptions.STRICT)) {
      Conversion conversion = new Conversion(input, PackingProgress.NONE);
      return form.isText()
          ? conversion.write(form, to, replace)
          : conversion.pack(to, duplicates, replace);
    }
  }

  private static ByteBuffer bytes(String latin1) {
    return ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.ISO_8859_1.decode(bytes.duplicate()).toString();
  }
}
