package dev.storagebench.datasets.packed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Records to pack, and packed ones read back, as values that compare. */
record TestRecord(String key, String value) {

  /** Records with unique keys of random lengths from 6 bytes. */
  static List<TestRecord> random(long seed, int count, int maxKeyBytes, int maxValueBytes) {
    Random random = new Random(seed);
    List<TestRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String key = "%06d".formatted(i) + text(random, random.nextInt(maxKeyBytes - 5));
      records.add(new TestRecord(key, text(random, random.nextInt(maxValueBytes + 1))));
    }
    return records;
  }

  /** Characters of one byte each. */
  static String text(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  static PackedSummary pack(Path file, List<TestRecord> records) throws IOException {
    try (PackedWriter writer = PackedWriter.create(file)) {
      for (TestRecord each : records) {
        writer.add(bytes(each.key()), bytes(each.value()));
      }
      return writer.finish();
    }
  }

  static List<TestRecord> unpack(Path file) throws IOException {
    try (PackedFile packed = PackedFile.open(file);
        PackedCursor cursor = packed.cursor()) {
      return rest(cursor);
    }
  }

  static List<TestRecord> rest(PackedCursor cursor) throws IOException {
    List<TestRecord> records = new ArrayList<>();
    while (cursor.next()) {
      records.add(new TestRecord(text(cursor.key()), text(cursor.value())));
    }
    return records;
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static String text(ByteBuffer bytes) {
    return StandardCharsets.ISO_8859_1.decode(bytes.duplicate()).toString();
  }
}
