package dev.storagebench.datasets.wikipedia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that nobody here wrote; see the environment variable in {@link #file}. */
class RealDumpsTest {

  @Test
  void countsTheEnglishPages() throws IOException {
    try (RecordReader reader = open("enwiki-206-pages.xml.bz2", ReadOptions.STRICT)) {
      assertThat(ReadPages.rest(reader)).hasSize(206).first().asString().startsWith("Accessible");
      assertThat(reader.counts().records()).isEqualTo(206);
      assertThat(reader.counts().notes()).containsEntry("redirects", 100L);
    }
  }

  @Test
  void countsTheLatgalianPages() throws IOException {
    int withColon = 0;
    try (RecordReader reader = open("ltgwiki-2004-pages-multistream.xml.bz2", ReadOptions.STRICT)) {
      while (reader.next()) {
        withColon += ReadPages.current(reader).split("=", 2)[0].contains(":") ? 1 : 0;
      }
      assertThat(reader.counts().records()).isEqualTo(2004);
      assertThat(reader.counts().badRecords()).isZero();
      assertThat(reader.counts().notes())
          .containsEntry("redirects", 195L)
          .containsEntry("empty texts", 3L);
    }
    assertThat(withColon).isEqualTo(957);
  }

  @Test
  void readsTheWholePagesOfATruncatedDump() throws IOException {
    try (RecordReader reader = open("viwiki-truncated.xml", ReadOptions.STRICT)) {
      for (int page = 0; page < 10; page++) {
        assertThat(reader.next()).isTrue();
      }
      assertThatThrownBy(reader::next)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("viwiki-truncated.xml, line 2,378, byte 339,516: ")
          .hasMessageContaining("the input ends where a <page> or </mediawiki> is expected");
      assertThat(reader.next()).isFalse();
    }
    try (RecordReader reader = open("viwiki-truncated.xml", ReadOptions.LENIENT)) {
      assertThat(ReadPages.rest(reader)).hasSize(10);
      assertThat(reader.counts().badRecords()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enwiki-206-pages.xml.bz2",
        "enwiki-206-pages-multistream.xml.bz2",
        "ltgwiki-2004-pages-multistream.xml.bz2"
      })
  void readsByteForByteWhatTheJdksParserReads(String name) throws IOException, XMLStreamException {
    List<byte[]> expected = new ArrayList<>();
    try (InputStream in = InputSource.of(file(name)).open()) {
      StaxPages.read(
          in,
          (title, text) -> {
            expected.add(title);
            expected.add(text);
          });
    }
    List<byte[]> read = new ArrayList<>();
    try (RecordReader reader = open(name, ReadOptions.STRICT)) {
      while (reader.next()) {
        byte[] key = new byte[reader.key().remaining()];
        reader.key().get(key);
        byte[] value = new byte[reader.value().remaining()];
        reader.value().get(value);
        read.add(key);
        read.add(value);
      }
    }
    assertThat(read).hasSameSizeAs(expected);
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i)).isEqualTo(expected.get(i));
    }
  }

  private static RecordReader open(String name, ReadOptions options) throws IOException {
    return new DatasetSpec("wikipedia", file(name)).open(options);
  }

  private static String file(String name) {
    String folder = System.getenv("STORAGE_BENCH_REAL_DATA");
    assumeTrue(folder != null, "STORAGE_BENCH_REAL_DATA names no folder of real data");
    return Path.of(folder, "wikipedia", name).toString();
  }
}
