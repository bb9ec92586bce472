package dev.storagebench.datasets.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.CompressedSamples;
import dev.storagebench.datasets.packed.PackedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DataInputTest {
  private static final String SNAP =
      "product/productId: B1\nreview/userId: A1\nreview/text: words\n\n";
  private static final String JSON = "{\"asin\":\"B1\",\"reviewerID\":\"A1\"}";
  private static final String XML =
      "<mediawiki><page><title>T</title><revision><text>x</text></revision></page></mediawiki>";

  @TempDir private Path folder;

  private Path file(String content) throws IOException {
    // A name that tells nothing.
    return Files.writeString(folder.resolve("data"), content, StandardCharsets.UTF_8);
  }

  private DataInput open(Path file) throws IOException {
    return DataInput.open(file.toString(), ReadOptions.STRICT);
  }

  private void assertFound(String content, String format, String form) throws IOException {
    try (DataInput input = open(file(content))) {
      assertThat(input.spec().format()).isEqualTo(format);
      assertThat(input.form()).contains(form);
      assertThat(input.compression()).isEmpty();
      assertThat(input.fileBytes()).hasValue(Files.size(folder.resolve("data")));
      assertThat(input.reader().next()).isTrue();
    }
  }

  @Test
  void eachFormIsFoundByContent() throws IOException {
    assertFound(SNAP, "amazon", "SNAP blocks");
    assertFound("\n\n" + SNAP.repeat(2), "amazon", "SNAP blocks");
    assertFound("\ufeff" + JSON + "\n", "amazon", "JSON lines");
    assertFound(XML, "wikipedia", "MediaWiki XML");
    assertFound("<?xml version='1.0'?>\n" + XML, "wikipedia", "MediaWiki XML");
  }

  @Test
  void utf16IsRefused() throws IOException {
    Path file = Files.write(folder.resolve("data"), "{\"a\": 1}".getBytes(StandardCharsets.UTF_16));
    assertThatThrownBy(() -> DataInput.open(file.toString(), ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("UTF-16");
  }

  @ParameterizedTest
  @EnumSource(CompressedSamples.class)
  void compressionIsToldAndSeenThrough(CompressedSamples compression) throws IOException {
    byte[] packed = compression.compress(SNAP.getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(folder.resolve("data"), packed);
    try (DataInput input = open(file)) {
      assertThat(input.spec().format()).isEqualTo("amazon");
      assertThat(input.compression())
          .hasValueSatisfying(c -> assertThat(c).isEqualToIgnoringCase(compression.name()));
      assertThat(input.fileBytes()).hasValue(packed.length);
      assertThat(input.reader().next()).isTrue();
    }
  }

  @Test
  void aPackedFileIsFoundAndToldApartFromADamagedOne() throws IOException {
    Path file = folder.resolve("data");
    try (PackedWriter writer = PackedWriter.create(file)) {
      writer.add(ByteBuffer.wrap(new byte[] {7}), ByteBuffer.allocate(70_000));
      writer.finish();
    }
    try (DataInput input = open(file)) {
      assertThat(input.spec().format()).isEqualTo("records");
      assertThat(input.reader().expectedRecords()).hasValue(1);
      assertThat(input.reader().next()).isTrue();
      assertThat(input.reader().key().get(0)).isEqualTo((byte) 7);
      assertThat(input.reader().value().remaining()).isEqualTo(70_000);
      assertThat(input.reader().value().hasArray()).isTrue();
      assertThat(input.reader().next()).isFalse();
      assertThat(input.reader().counts().records()).isEqualTo(1);
    }
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, CompressedSamples.GZIP.compress(bytes));
    assertThatThrownBy(() -> open(file)).hasMessageContaining("decompress it first");
    bytes[20]++;
    Files.write(file, bytes);
    assertThatThrownBy(() -> open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("checksum");
  }

  @Test
  void aDataSetIsOpenedWhereThereIsNoSuchFile() throws IOException {
    try (DataInput input = DataInput.open("reviews:records=3,seed=1", ReadOptions.STRICT)) {
      assertThat(input.spec().format()).isEqualTo("reviews");
      assertThat(input.name()).isEqualTo("reviews:records=3,seed=1");
      assertThat(input.fileBytes()).isEmpty();
      assertThat(input.reader().expectedRecords()).hasValue(3);
    }
    try (DataInput input = DataInput.open("amazon:" + file(SNAP), ReadOptions.STRICT)) {
      assertThat(input.form()).contains("SNAP blocks");
      assertThat(input.name()).endsWith("data").doesNotStartWith("amazon");
    }
  }

  @Test
  void whatIsUnknownIsAnErrorThatListsWhatIsAccepted() throws IOException {
    Path file = file("id-name\n1-x\n");
    assertThatThrownBy(() -> open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(
            "data", "'id-name\\x0a1-x\\x0a'", "product/productId: ", "<mediawiki", "--as")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void whatTwoFormatsAcceptIsAskedBack() throws IOException {
    Path file = file(XML + "\n" + SNAP);
    assertThatThrownBy(() -> open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("amazon or wikipedia; choose with --as");
    try (DataInput input =
        DataInput.of(new DatasetSpec("wikipedia", file.toString()), ReadOptions.STRICT)) {
      assertThat(input.reader().next()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"wikipedia,not Wikipedia pages", "amazon,not Amazon reviews", "records,not a packed"})
  void aNamedFormatComplainsItself(String format, String problem) throws IOException {
    Path file = file("id,name\n1,x\n");
    assertThatThrownBy(
            () -> DataInput.of(new DatasetSpec(format, file.toString()), ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void wrongNamesAreErrors() {
    assertThatThrownBy(() -> DataInput.of(new DatasetSpec("csv", "x"), ReadOptions.STRICT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("csv", "amazon", "wikipedia", "records");
    assertThatThrownBy(() -> open(folder.resolve("nothing")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> DataInput.open("reviews:colour=red", ReadOptions.STRICT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tellsThatTheIndexOfADumpIsNotTheDump() throws IOException {
    Path index = file("600:10:Accessible Computing\n600:12:Anarchism: a history\n");
    assertThatThrownBy(() -> open(index))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("this is the index of a multistream dump")
        .hasMessageContaining("pass the dump itself");
  }
}
