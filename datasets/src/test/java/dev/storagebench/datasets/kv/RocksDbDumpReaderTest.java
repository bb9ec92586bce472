package dev.storagebench.datasets.kv;

import static dev.storagebench.datasets.kv.DatabaseDumpReaderTest.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The resources are of one database: a put and deleted, b put twice, c put once, each in an SST
 * file of its own.
 */
class RocksDbDumpReaderTest {
  @TempDir private Path folder;

  private String file(String... lines) throws IOException {
    return Files.writeString(folder.resolve("dump"), String.join("\n", lines) + "\n").toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ldb-dump.txt",
        "ldb-scan.txt",
        "ldb-idump.txt",
        "sst_dump.txt",
        "sst_dump-one.txt"
      })
  void realDumpsHaveTheNewestVersionsAndNothingDeleted(String name) throws IOException {
    assertThat(ReadRecords.strict(resource(name))).containsExactlyInAnyOrder("b=three", "c=3");
  }

  @Test
  void deletionsAndOlderVersionsAreNoted() throws IOException {
    assertThat(ReadRecords.lenient(resource("sst_dump.txt")).counts().notes())
        .containsEntry("deleted keys", 1L)
        .containsEntry("older versions of a key", 2L);
  }

  @ParameterizedTest
  @CsvSource({
    "ldb-dump-text.txt, --hex",
    "ldb-idump-text.txt, --hex",
    "sst_dump-text.txt, --output_hex"
  })
  void dumpsOfTextAreRefusedWithTheFlagToAdd(String name, String flag) {
    assertThatThrownBy(() -> ReadRecords.lenient(resource(name)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no key and value in hexadecimal: ")
        .hasMessageContaining("dump again with " + flag);
  }

  @Test
  void badEntriesHaveTheirPlaceAndCostOnlyThemselves() throws IOException {
    String file =
        file(
            "0x61 ==> 0x31",
            "0x6 ==> 0x32",
            "0x63 ==> 0x3",
            "0x64 =",
            "0x ==> 0x35",
            "0x66 ==> 0x",
            "Keys in range: 6");

    ReadRecords read = ReadRecords.lenient(file);

    assertThat(read.records()).containsExactly("a=1", "f=");
    assertThat(read.counts().firstBadRecords()).hasSize(4);
    assertThat(read.counts().firstBadRecords().get(0)).contains("dump, line 2, byte 14: no key");
    assertThat(read.counts().firstBadRecords().get(3)).contains("line 5", "empty key");
  }

  @Test
  void aDumpWithoutItsEndIsNotedAndAWrongCountIsDamage() throws IOException {
    assertThat(ReadRecords.lenient(file("0x61 ==> 0x31")).counts().notes())
        .containsKey("dump without 'Keys in range' at the end: from ldb scan, or cut off");
    String wrong = file("0x61 ==> 0x31", "Keys in range: 2");
    assertThatThrownBy(() -> ReadRecords.lenient(wrong))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 2, byte 14: 'Keys in range: 2', but 1 stand before it");
  }

  @Test
  void entriesThatOnlyTheDatabaseCanReadAreBad() throws IOException {
    String file = file("'61' seq:2, type:2 => 31", "'62' seq:1, type:1 => 32");

    ReadRecords read = ReadRecords.lenient(file);

    assertThat(read.records()).containsExactly("b=2");
    assertThat(read.counts().firstBadRecords().get(0))
        .contains("line 1, byte 0: an entry of type 2 (merge operand)", "ldb dump --hex");
  }

  @Test
  void formerVersionsOfTheToolAreRead() throws IOException {
    assertThat(ReadRecords.strict(file("'61' @ 2 : 1 => 31", "'61' @ 1 : 1 => 30")))
        .containsExactly("a=1");
  }

  @Test
  void severalFilesCannotBeReadFromAPipe() throws IOException {
    byte[] dump = Files.readAllBytes(Path.of(resource("sst_dump.txt")));
    try (RecordReader reader =
        new KeyValueFormat().open(new ByteArrayInputStream(dump), "-", ReadOptions.LENIENT)) {
      assertThatThrownBy(
              () -> {
                while (reader.next()) {
                  // Until the second file.
                }
              })
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("standard input, line 6")
          .hasMessageContaining("pass a file instead of a pipe");
    }
    byte[] one = "'61' seq:1, type:1 => 31\n".getBytes(StandardCharsets.UTF_8);
    try (RecordReader reader =
        new KeyValueFormat().open(new ByteArrayInputStream(one), "-", ReadOptions.LENIENT)) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.next()).isFalse();
    }
  }

  @Test
  void aDumpOfSstFilesIsNotedAsIncomplete() throws IOException {
    String file =
        file(
            "Process /db/000008.sst",
            "Sst file format: block-based",
            "from [] to []",
            "'61' seq:2, type:1 => 31");

    assertThat(ReadRecords.lenient(file).counts().notes().keySet())
        .singleElement()
        .asString()
        .contains("without the write-ahead log", "ldb dump --hex");
  }
}
