package dev.storagebench.datasets.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.amazon.AmazonFormat;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.input.CompressedSamples;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.kv.KeyValueFormat;
import dev.storagebench.datasets.wikipedia.DamagedDumpsIT;
import dev.storagebench.datasets.wikipedia.WikipediaFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Files of records in every format, and the arguments that name them. */
@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class ReadersFuzzIT {
  private static final String SNAP =
      """
      product/productId: P1
      review/userId: U
      review/profileName: N
      review/score: 1.0
      review/text: t: 1
      more

      product/productId: P2
      review/userId: U
      review/text: x

      """;
  private static final String REVIEW =
      """
      {"asin": "P%d", "user_id": "U", "style": {"a": [1.5e3, true]}, "helpful": [1, 2], "text": "\\u20ac \\n", "rating": -0.5}
      """;
  @TempDir private static Path folder;

  @Test
  void reviews() {
    streamed(
        new AmazonFormat(),
        "reviews",
        600_000,
        List.of(SNAP, REVIEW.formatted(1) + REVIEW.formatted(2)));
  }

  @Test
  void pages() {
    streamed(
        new WikipediaFormat(),
        "pages",
        500_000,
        List.of(Fuzz.text(DamagedDumpsIT.DUMP.getBytes(UTF_8))));
  }

  @Test
  void keysAndValues() throws IOException {
    List<String> examples =
        List.of(
            "\nkey,value\n1,one\n2,\"two \"\"2\"\", too\"\n3,\n",
            ";key=id;value=*\nid\tname\tbody\n1\ta\tb\n2\tc\td\n",
            ";key=1;value=2;header=no;delimiter=|;quote=none\na|b\nc|d\n",
            "\n{\"key\": 1, \"value\": {\"a\": [1.50, null, \"\\ud83d\"]}}\n{\"key\": \"b\", \"value\": null}\n");
    named(new KeyValueFormat(), "keys and values", 700_000, examples);
  }

  @Test
  void compressedFiles() throws IOException {
    List<String> examples = new ArrayList<>();
    for (CompressedSamples each : CompressedSamples.values()) {
      examples.add(Fuzz.text(each.compress(SNAP.getBytes(UTF_8))));
      examples.add(Fuzz.text(each.compress(SNAP.getBytes(UTF_8), SNAP.getBytes(UTF_8))));
    }
    Path file = folder.resolve("compressed");
    Fuzz.of("compressed files", examples, BadInputException.class)
        .at(file.toString())
        .check(
            100_000,
            input -> {
              Fuzz.write(file, Fuzz.bytes(input));
              try (DataInput data = DataInput.open(file.toString(), ReadOptions.LENIENT)) {
                readAll(data.reader(), 1 << 20);
              }
            });
  }

  @Test
  void arguments() throws IOException {
    Path file = Files.writeString(folder.resolve("x;y"), "1,2\n3,4\n");
    Fuzz.of(
            "data sets",
            List.of(
                "reviews",
                "reviews:records=100k;seed=7",
                "finefoods:bytes=9g",
                "articles:bytes=1m,mean=16k",
                "short-articles:seed=-1",
                "kv:",
                "kv:records=1m;key=16;value=100-1k;compressible=2.5",
                "kv:" + file + ";key=1;value=2",
                "amazon:" + file,
                "wikipedia:" + file,
                "records:" + file,
                "trace:" + file + ";format=csv;time=1;key=2;op=3;operations=10k;value=1k"),
            IllegalArgumentException.class,
            BadInputException.class,
            NoSuchFileException.class)
        .check(1_000_000, input -> assertThat(DatasetSpec.parse(input).identity()).isNotEmpty());
  }

  /** Inputs from memory, in small pieces. */
  private static void streamed(
      StreamFormat format, String name, long inputs, List<String> examples) {
    Fuzz.of(name, examples, BadInputException.class)
        .at("test, ")
        .check(
            inputs,
            input -> {
              byte[] bytes = Fuzz.bytes(input);
              int piece = 1 + (input.hashCode() & 0xff);
              ReadCounts lenient;
              try (RecordReader all =
                  format.open(trickle(bytes, piece), "test", ReadOptions.LENIENT)) {
                lenient = readAll(all, bytes.length);
              }
              try (RecordReader first =
                  format.open(trickle(bytes, piece), "test", ReadOptions.STRICT)) {
                ReadCounts strict = readAll(first, bytes.length);
                assertThat(strict.records()).isEqualTo(lenient.records());
                assertThat(lenient.badRecords()).isZero();
              }
            });
  }

  /** Inputs whose first line follows the file's name and whose rest is the file. */
  private static void named(RecordFormat format, String name, long inputs, List<String> examples) {
    Path file = folder.resolve("data");
    Fuzz.of(
            name,
            examples,
            BadInputException.class,
            IllegalArgumentException.class,
            NoSuchFileException.class)
        .at(folder.toString())
        .check(
            inputs,
            input -> {
              int end = Math.max(0, input.indexOf('\n'));
              byte[] bytes = Fuzz.bytes(input.substring(Math.min(input.length(), end + 1)));
              Fuzz.write(file, bytes);
              ReadOptions options =
                  (input.hashCode() & 1) == 0 ? ReadOptions.LENIENT : ReadOptions.STRICT;
              try (RecordReader reader = format.open(file + input.substring(0, end), options)) {
                readAll(reader, bytes.length);
              }
            });
  }

  private static ReadCounts readAll(RecordReader reader, long inputBytes) throws IOException {
    while (reader.next()) {
      assertThat(reader.key().remaining()).isBetween(1, RecordReader.MAX_KEY_BYTES);
      assertThat((long) reader.value().remaining()).isLessThanOrEqualTo(3 * inputBytes);
    }
    return reader.counts();
  }

  /** The bytes in reads of at most this many. */
  private static InputStream trickle(byte[] bytes, int readBytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, readBytes));
      }
    };
  }
}
