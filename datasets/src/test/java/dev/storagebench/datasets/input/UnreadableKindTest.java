package dev.storagebench.datasets.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.detect.DataInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnreadableKindTest {
  private static final String XML = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n";

  @TempDir private Path folder;

  private String file(String bytes) throws IOException {
    return Files.write(folder.resolve("data"), bytes.getBytes(ISO_8859_1)).toString();
  }

  /** A first page: zeros, a number, zeros. */
  private static String page(int at, int magic, ByteOrder order) {
    return new String(
        ByteBuffer.allocate(4096).order(order).putInt(at, magic).array(),
        StandardCharsets.ISO_8859_1);
  }

  static Stream<Arguments> kinds() {
    ByteOrder little = ByteOrder.LITTLE_ENDIAN;
    ByteOrder big = ByteOrder.BIG_ENDIAN;
    return Stream.of(
        Arguments.of(
            "\u00ef\u00bb\u00bf" + XML + "<posts>\r\n  <row Id=\"1\" />", "key=Id;value=Body"),
        Arguments.of(XML + "<users>", "a Stack Exchange dump"),
        Arguments.of("-- MySQL dump 10.13  Distrib 8.0.36\n", "an SQL dump; load it"),
        Arguments.of("/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump", "INTO OUTFILE"),
        Arguments.of("--\n-- PostgreSQL database dump\n--\n", "CSV HEADER"),
        Arguments.of("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n", ".mode csv"),
        Arguments.of("DROP TABLE IF EXISTS `page`;\n", "an SQL dump"),
        Arguments.of("PGDMP\1\16", "pg_restore"),
        Arguments.of("SQLite format 3\0\20", "sqlite3 -csv"),
        Arguments.of("<doc id=\"12\" url=\"u\" title=\"A\">\nA\n", "extract again with --json"),
        Arguments.of(
            "{\"index\":{\"_type\":\"_doc\",\"_id\":\"1\"}}\n{\"title\":\"A\"}\n",
            "awk 'NR % 2 == 0'"),
        Arguments.of(page(16, 0xBEEFC0DE, little), "CSV or JSON lines, then 'kv:FILE'"),
        Arguments.of(page(24, 0xBEEFC0DE, little), "an LMDB database"),
        Arguments.of(page(12, 0x053162, little), "a Berkeley DB database"),
        Arguments.of(page(12, 0x061561, big), "a Berkeley DB database"),
        Arguments.of(page(12, 0x042253, little), "a Berkeley DB database"),
        Arguments.of("VERSION=3\nformat=print\nHEADER=END\n a,b\n c,d\nDATA=END\n", "mdb_dump"),
        Arguments.of("VERSION=3\r\nformat=bytevalue\r\n", "export them as CSV or JSON lines"),
        Arguments.of("0x61 ==> 0x31\n", "a dump of a database's keys and values"),
        Arguments.of("a\n'61' seq:1, type:1 => 2\n", "which is not read"),
        Arguments.of(
            "12345678\1\100\0\0\0feedcafedeadbeef\tTrace Version: 0.2\t", "trace_analyzer"),
        Arguments.of("7z\u00bc\u00af'\u001c\0\4", "7z e -so FILE"),
        Arguments.of(
            "{\"asin\":\"B0\",\"salesRank\":{\"Toys\":1},\"imUrl\":\"u\"}\n",
            "product metadata, not reviews; read it as keys and values: 'kv:FILE;key=asin;value=*'"),
        Arguments.of(
            "{\"main_category\": \"Toys\", \"title\": \"A\", \"parent_asin\": \"B0\"}\n",
            "key=parent_asin"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void filesOfAKnownKindAreNamedWithTheirWayIn(String bytes, String wayIn) throws IOException {
    String file = file(bytes);

    assertThatThrownBy(() -> DataInput.open(file, ReadOptions.LENIENT).close())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("this is ")
        .hasMessageContaining(wayIn);
  }

  @Test
  void otherFormatsAreNamedAfterKv() throws IOException {
    String dump = file(XML + "<mediawiki><page><title>T</title></page></mediawiki>");
    assertThatThrownBy(
            () -> new DatasetSpec("kv", dump + ";key=title;value=text").open(ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("a MediaWiki XML export; pass 'wikipedia:FILE'");
    String text = file("a,b ==> c\nd,e ==> f\n");
    assertThatThrownBy(() -> new DatasetSpec("kv", text).open(ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("a dump by ldb, which is not read");
    String reviews = file("product/productId: B0\nreview/userId: A\n");
    assertThatThrownBy(() -> new DatasetSpec("kv", reviews).open(ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("pass 'amazon:FILE'");
  }

  @Test
  void metadataIsReadAsKeysAndValues() throws IOException {
    String file = file("{\"asin\":\"B0\",\"brand\":\"x\"}\n{\"asin\":\"B1\",\"brand\":\"y\"}\n");

    try (RecordReader reader =
        new DatasetSpec("kv", file + ";key=asin;value=*").open(ReadOptions.STRICT)) {
      while (reader.next()) {
        // Only counted.
      }
      assertThat(reader.counts().records()).isEqualTo(2);
    }
  }

  @Test
  void textThatIsNotUtf8IsNamedWithIconv() throws IOException {
    for (String dataset :
        new String[] {
          "{\"key\":\"a\",\"value\":\"M\u00fcller x\"}\n",
          "<mediawiki><page><title>T</title><revision><text>M\u00fcller</text></revision></page></mediawiki>"
        }) {
      String file = file(dataset);
      assertThatThrownBy(
              () -> {
                try (DataInput input = DataInput.open(file, ReadOptions.STRICT)) {
                  input.reader().next();
                }
              })
          .as(dataset)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("not valid UTF-8")
          .hasMessageContaining("iconv -f ISO-8859-1 -t UTF-8");
    }
  }
}
