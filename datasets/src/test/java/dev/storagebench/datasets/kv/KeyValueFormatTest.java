package dev.storagebench.datasets.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.input.CompressedSamples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValueFormatTest {
  @TempDir private Path folder;

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "k,v\\na,1\\n                      ! CSV, separated by ',', key column 1, value column 2, no header",
        "key;value\\na;1\\n                ! CSV, separated by ';', key column 1 'key', value column 2 'value'",
        "k\\tv\\na\\t1\\n                    ! CSV, separated by tabs, key column 1, value column 2, no header",
        "{\"key\":\"a\",\"value\":1}\\n         ! JSON lines, key 'key', value 'value'",
      })
  void eachFormIsFoundByContent(String content, String form) throws IOException {
    String file = file("data", content.replace("\\n", "\n").replace("\\t", "\t"));

    try (DataInput input = DataInput.open(file, ReadOptions.STRICT)) {
      assertThat(input.spec().format()).isEqualTo("kv");
      assertThat(input.form()).contains(form);
      assertThat(input.reader().next()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"just words\n", "one, line\n", "a,b\nc\n", "a,\0\nb,c\n", "<a>,</a>"})
  void otherTextIsNotTakenForColumns(String content) throws IOException {
    String file = file("data", content);

    assertThatThrownBy(() -> DataInput.open(file, ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("unknown format");
    assertThatThrownBy(() -> ReadRecords.strict(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no keys and values: starts with ");
  }

  @ParameterizedTest
  @EnumSource(CompressedSamples.class)
  void compressedFilesAreRead(CompressedSamples compression) throws IOException {
    Path file = folder.resolve("data");
    Files.write(file, compression.compress("a,1\nb,2\n".getBytes(StandardCharsets.UTF_8)));

    assertThat(ReadRecords.strict(file.toString())).containsExactly("a=1", "b=2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a;b.csv", "a;key=1.csv", "x=1;y=2", "key=1", "50%, \u00e4 'b'.csv"})
  void filesMayHaveAnyName(String name) throws IOException {
    String file = file(name, "a,1\nb,2\n");

    assertThat(ReadRecords.strict(file)).containsExactly("a=1", "b=2");
    assertThat(ReadRecords.strict(file + ";key=2;value=1")).containsExactly("1=a", "2=b");
  }

  @Test
  void optionsAreSplitFromPathsThatDoNotExist() {
    assertThat(KeyValueFormat.parse("C:\\data\\mine.csv;key=id;value=a=b").file())
        .isEqualTo("C:\\data\\mine.csv");
    assertThat(KeyValueFormat.parse("-;key=id;value=a=b").options())
        .containsEntry("key", "id")
        .containsEntry("value", "a=b")
        .hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "kye=id       ! unknown option 'kye=id'; expected NAME=VALUE with one of delimiter",
        "key          ! unknown option 'key'",
        "key=         ! unknown option 'key='",
        "key=1;key=2  ! 'key' given twice",
        "delimiter=123456789 ! invalid delimiter '123456789': expected one to 8 ASCII characters, tab",
        "quote=both   ! invalid quote 'both': expected one ASCII character, or none",
        "delimiter=\"  ! invalid delimiter '\"': it is the quote as well; add ;quote=none",
        "header=2     ! invalid header '2': expected yes or no",
      })
  void badOptionsAreRefused(String options, String problem) throws IOException {
    String file = file("data", "a,1\nb,2\n");

    assertThatThrownBy(() -> ReadRecords.strict(file + ";" + options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void whereThereIsNoSuchFileSettingsAreGenerated() throws IOException {
    assertThat(ReadRecords.strict("records=3;key=8;value=0")).hasSize(3);
    assertThatThrownBy(() -> ReadRecords.strict("nothing.csv;key=1"))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("nothing.csv: no such file");
    try (DataInput input = DataInput.open("kv:records=3", ReadOptions.STRICT)) {
      assertThat(input.form()).contains("generated");
      assertThat(input.reader().expectedRecords()).hasValue(3);
    }
  }

  @Test
  void identityChangesWithFileAndOptions() throws IOException {
    String file = file("data", "a,1\nb,2\n");
    KeyValueFormat format = new KeyValueFormat();
    String before = format.identity(file);

    assertThat(format.identity(file)).isEqualTo(before);
    assertThat(format.identity(file + ";header=yes")).isNotEqualTo(before);
    assertThat(format.identity("records=1k")).isEqualTo(format.identity("records=1000"));
    file("data", "a,1\nb,23\n");
    assertThat(format.identity(file)).isNotEqualTo(before);
  }
}
