package dev.storagebench.datasets.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFieldReaderTest {
  @TempDir private Path folder;

  private String file(String content) throws IOException {
    return Files.writeString(folder.resolve("mine.jsonl"), content).toString();
  }

  @Test
  void fieldsAreChosenByName() throws IOException {
    String file =
        file(
            """
            {"id": "a", "n": 1, "body": "caf\\u00e9 \\"x\\""}
            {"id": 7, "body": 1.50}
            {"body": true, "id": "c"}
            """);

    assertThat(ReadRecords.strict(file + ";key=id;value=body"))
        .containsExactly("a=caf\u00e9 \"x\"", "7=1.50", "c=true");
  }

  @Test
  void objectsAndArraysAreTheirJsonText() throws IOException {
    String file =
        file(
            """
            {"_id": {"$oid": "5f"}, "tags": [1, 2.0, "x"], "doc": {"a": {"b": null}}}
            """);

    assertThat(ReadRecords.strict(file + ";key=_id;value=doc"))
        .containsExactly("{\"$oid\":\"5f\"}={\"a\":{\"b\":null}}");
    assertThat(ReadRecords.strict(file + ";key=tags;value=*"))
        .containsExactly(
            "[1,2.0,\"x\"]={\"_id\":{\"$oid\":\"5f\"},\"tags\":[1,2.0,\"x\"],\"doc\":{\"a\":{\"b\":null}}}");
  }

  @Test
  void nullValuesAreEmptyAndNoted() throws IOException {
    ReadRecords read = ReadRecords.lenient(file("{\"key\":1,\"value\":null}\n"));

    assertThat(read.records()).containsExactly("1=");
    assertThat(read.counts().notes()).containsEntry("null values", 1L);
  }

  @Test
  void badLinesHaveTheirPlaceAndCostOnlyThemselves() throws IOException {
    String file =
        file(
            """
            {"key":"a","value":1}
            {"key":null,"value":2}
            {"id":"c","value":3}
            {"key":"d"
            {"key":"e","value":5} x

            {"key":"f","value":6}
            {"key":"g","value":-1e7468726565}
            """);

    ReadRecords read = ReadRecords.lenient(file);

    assertThat(read.records()).containsExactly("a=1", "f=6");
    assertThat(read.counts().firstBadRecords()).hasSize(5);
    assertThat(read.counts().firstBadRecords().get(0)).contains("line 2, byte 22: empty key");
    assertThat(read.counts().firstBadRecords().get(1))
        .contains("line 3, byte 45: no field 'key'; the fields are 'id', 'value'; name others, ");
    assertThat(read.counts().firstBadRecords().get(2)).contains("line 4", "malformed", "jq -c .");
    assertThat(read.counts().firstBadRecords().get(3)).contains("line 5", "malformed JSON");
    assertThat(read.counts().firstBadRecords().get(4)).contains("line 8", "out of range");
    assertThatThrownBy(() -> ReadRecords.strict(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 2");
  }
}
