package dev.storagebench.datasets.kv;

import static dev.storagebench.datasets.kv.DatabaseDumpReaderTest.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The resources are of one database: a put and deleted, b put twice, c put once. */
class RocksDbDumpReaderTest {
  @TempDir private Path folder;

  private String file(String... lines) throws IOException {
    return Files.writeString(folder.resolve("dump"), String.join("\n", lines) + "\n").toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ldb-dump.txt", "ldb-scan.txt"})
  void realDumpsHaveTheNewestVersionsAndNothingDeleted(String name) throws IOException {
    assertThat(ReadRecords.strict(resource(name))).containsExactlyInAnyOrder("b=three", "c=3");
  }

  @Test
  void aDumpOfTextIsRefusedWithTheFlagToAdd() {
    assertThatThrownBy(() -> ReadRecords.lenient(resource("ldb-dump-text.txt")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no key and value in hexadecimal: ")
        .hasMessageContaining("dump again with --hex");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ldb-idump.txt", "sst_dump.txt"})
  void internalKeysAreRefusedWithTheWayIn(String name) {
    assertThatThrownBy(() -> ReadRecords.lenient(resource(name)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("this is internal keys by sst_dump or ldb idump")
        .hasMessageContaining("ldb --db=DIR dump --hex");
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
}
