package dev.storagebench.datasets.kv;

import static dev.storagebench.datasets.kv.DatabaseDumpReaderTest.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.storagebench.datasets.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The resources are of one database: a put and deleted, b put twice, c put once. */
class RocksDbDumpTest {
  @TempDir private Path folder;

  /** Carries out the command of the message, with a file in place of the dump. */
  private String converted(String dump) throws Exception {
    String message = catchThrowable(() -> ReadRecords.lenient(dump)).getMessage();
    assertThat(message).contains("this is a dump by ldb; ");
    Path file = folder.resolve("DUMP");
    String awk = message.replaceFirst("(?s).* \\| (awk .*) > DUMP, .*", "$1");
    Process process =
        new ProcessBuilder("sh", "-c", awk)
            .redirectInput(Path.of(dump).toFile())
            .redirectOutput(file.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return file.toString();
  }

  @Test
  void theWayInHasTheNewestVersionsAndNothingDeleted() throws Exception {
    String file = converted(resource("ldb-dump.txt"));
    assertThat(ReadRecords.strict(file)).containsExactlyInAnyOrder("b=three", "c=3");
  }

  @Test
  void aDumpThatIsCutOffStaysOne() throws Exception {
    Path cut = Files.writeString(folder.resolve("cut"), "0x61 ==> 0x\n0x62 ==> 0x32\n");
    String file = converted(cut.toString());
    assertThatThrownBy(() -> ReadRecords.strict(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("the dump is cut off: no DATA=END");
  }

  @Test
  void aDumpOfTextIsRefusedWithTheFlagToAdd() {
    assertThatThrownBy(() -> ReadRecords.lenient(resource("ldb-dump-text.txt")))
        .isInstanceOf(BadInputException.class)
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
}
