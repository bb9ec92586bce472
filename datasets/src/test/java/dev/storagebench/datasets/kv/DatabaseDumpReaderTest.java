package dev.storagebench.datasets.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The resources were dumped with the tools of LMDB 0.9.24, Berkeley DB 5.3 and RocksDB 7.8. */
class DatabaseDumpReaderTest {
  private static final String[] FRUIT = {"apple=red", "b\u00e4r=two\nlines", "kiwi=green\\41"};

  @TempDir private Path folder;

  private String dump(String... lines) throws IOException {
    return Files.writeString(
            folder.resolve("dump"),
            "VERSION=3\nformat=print\ntype=btree\nHEADER=END\n" + String.join("\n", lines) + "\n")
        .toString();
  }

  static String resource(String name) {
    return Path.of("src/test/resources/dev/storagebench/datasets/kv", name).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mdb_dump.txt", "db_dump.txt", "db_dump-p.txt", "db_dump-hash.txt"})
  void realDumpsAreRead(String name) throws IOException {
    assertThat(ReadRecords.strict(resource(name))).containsExactlyInAnyOrder(FRUIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mdb_dump-a.txt", "db_dump-multi.txt"})
  void aDumpOfSeveralDatabasesIsRefused(String name) {
    assertThatThrownBy(() -> ReadRecords.lenient(resource(name)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("a second database; dump one of them: -s NAME");
  }

  @Test
  void severalValuesOfAKeyAreRefusedWithTheirPlace() throws IOException {
    String file = resource("db_dump-duplicates.txt");

    assertThatThrownBy(() -> ReadRecords.strict(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("db_dump-duplicates.txt, line 9, byte 81: the same key as before");
    ReadRecords read = ReadRecords.lenient(file);
    assertThat(read.records()).containsExactly("a=1", "b=3");
    assertThat(read.counts().badRecords()).isEqualTo(1);
  }

  @Test
  void aDumpWithoutKeysIsRefused() {
    assertThatThrownBy(() -> ReadRecords.lenient(resource("db_dump-recno.txt")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("dump of a recno database has no keys; dump again with -k");
  }

  @Test
  void badRecordsHaveTheirPlaceAndCostOnlyThemselves() throws IOException {
    String file = dump(" a\\g1", " 1", " b", " 2\\", " ", " 3", " d", " \\\\4\\0a", "DATA=END");

    ReadRecords read = ReadRecords.lenient(file);

    assertThat(read.records()).containsExactly("d=\\4\n");
    assertThat(read.counts().firstBadRecords()).hasSize(3);
    assertThat(read.counts().firstBadRecords().get(0))
        .contains("dump, line 5, byte 47: a backslash without two hexadecimal digits", "without -p")
        .contains("found '\\g1'");
    assertThat(read.counts().firstBadRecords().get(1)).contains("line 8, byte 59");
    assertThat(read.counts().firstBadRecords().get(2)).contains("line 9", "empty key");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "' k'            ! the dump is cut off: no DATA=END",
        "' k, v'         ! the dump is cut off: no DATA=END",
        "' k, v, k2'     ! line 7, byte 51: expected a line that begins with a space, or DATA=END, found 'k2'",
      })
  void aDamagedDumpEndsTheInput(String lines, String problem) throws IOException {
    String file = dump(lines.replace(",", "\n").replace("\n k2", "\nk2").split("\n", -1));

    assertThatThrownBy(() -> ReadRecords.lenient(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aKeyWithoutAValueIsBad() throws IOException {
    String file = dump(" a", " 1", " b", "DATA=END");

    assertThatThrownBy(() -> ReadRecords.strict(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 7, byte 51: key without a value");
  }
}
