package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmazonFormatTest {
  private static final String SNAP =
      "product/productId: P\nreview/userId: U\nreview/text: caf\u00e9\n\n";
  private static final String JSON = "{\"asin\": \"P\", \"user_id\": \"U\", \"text\": \"caf\"}\n";

  @TempDir private Path folder;

  @Test
  void isFoundByItsName() {
    assertThat(DatasetSpec.parse("amazon:x").recordFormat()).isInstanceOf(AmazonFormat.class);
  }

  @Test
  void tellsTheFormsApartByContentWhateverTheFileIsCalled() throws IOException {
    assertThat(read(file("a.json", SNAP.getBytes(ISO_8859_1)), ReadOptions.STRICT).records())
        .containsExactly("P U -> caf\u00e9");
    assertThat(read(file("b.txt", JSON.getBytes(ISO_8859_1)), ReadOptions.STRICT).records())
        .containsExactly("P U -> |||||caf");
    assertThat(read(file("d.txt", gzip(SNAP)), ReadOptions.STRICT).records()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "asin,user_id\nP,U\n",
        "just a text with product/productId: in it\n",
        "[section]\nkey=value\n",
        "<mediawiki>\n",
        "\0\1\2\3"
      })
  void refusesAnythingElseWithItsFirstBytesAndTheAcceptedForms(String other) {
    assertThatThrownBy(() -> ReadReviews.of(other, ReadOptions.LENIENT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(
            other.startsWith("\0") ? "'\\x00\\x01\\x02\\x03'" : other.substring(0, 5))
        .hasMessageContaining("product/productId: ")
        .hasMessageContaining("JSON lines");
  }

  @Test
  void refusesUtf16() throws IOException {
    String utf16 = new String(JSON.getBytes(UTF_16), ISO_8859_1);
    assertThatThrownBy(() -> ReadReviews.of(utf16, ReadOptions.LENIENT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("\\xfe\\xff\\x00{")
        .hasMessageContaining("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n\n", "[]", "[ ]\n", "{}\n"})
  void refusesAnInputWithoutRecords(String input) {
    assertThatThrownBy(
            () -> ReadReviews.of(input, ReadOptions.LENIENT).counts().requireRecords("test"))
        .isInstanceOf(BadInputException.class);
  }

  @Test
  void skipsWhatIsLostBeforeTheFirstRecord() throws IOException {
    assertThat(ReadReviews.of("lost\n\n" + SNAP, ReadOptions.LENIENT).records()).hasSize(1);
    assertThat(ReadReviews.of("lost\n" + JSON, ReadOptions.LENIENT).records()).hasSize(1);
    assertThatThrownBy(() -> ReadReviews.of("lost\n" + JSON, ReadOptions.STRICT))
        .hasMessageContaining("line 1, byte 0")
        .hasMessageContaining("'lost'");
  }

  @Test
  void stopsAtDamagedCompressionAlsoWhenBadRecordsAreSkipped() throws IOException {
    byte[] whole = gzip(SNAP.repeat(1) + numbered(50_000));
    Path cut = file("cut.gz", Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> read(cut, ReadOptions.LENIENT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("gzip");
  }

  @Test
  void refusesAMissingFile() {
    assertThatThrownBy(() -> read(folder.resolve("none"), ReadOptions.STRICT))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void changesItsIdentityWithTheFile() throws IOException {
    Path file = file("a", SNAP.getBytes(ISO_8859_1));
    String before = new AmazonFormat().identity(file.toString());
    assertThat(new AmazonFormat().identity(file.toString())).isEqualTo(before);
    Files.write(file, (SNAP + SNAP).getBytes(ISO_8859_1));
    assertThat(new AmazonFormat().identity(file.toString())).isNotEqualTo(before);
  }

  @Test
  void handsOutTheSameRecordHoweverOftenItIsAskedFor() throws IOException {
    Path file = file("a", SNAP.getBytes(ISO_8859_1));
    try (RecordReader reader = new AmazonFormat().open(file.toString(), ReadOptions.STRICT)) {
      assertThat(reader.next()).isTrue();
      reader.key().get();
      assertThat(reader.key().remaining()).isEqualTo(3);
      assertThat(reader.value().remaining()).isEqualTo(4);
      assertThat(reader.next()).isFalse();
      assertThat(reader.next()).isFalse();
    }
  }

  private static ReadReviews read(Path file, ReadOptions options) throws IOException {
    try (RecordReader reader = new AmazonFormat().open(file.toString(), options)) {
      return ReadReviews.of(reader);
    }
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static String numbered(int blocks) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < blocks; i++) {
      text.append(SNAP.replace("P\n", i * 2654435761L + "\n"));
    }
    return text.toString();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(ISO_8859_1));
    }
    return bytes.toByteArray();
  }
}
