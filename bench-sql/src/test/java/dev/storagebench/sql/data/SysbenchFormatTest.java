package dev.storagebench.sql.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SysbenchFormatTest {

  @Test
  void makesSoManyRowsOfSysbenchsSize() throws IOException {
    int rows = 0;
    try (RecordReader reader = DatasetSpec.parse("sysbench:records=1k").open(ReadOptions.STRICT)) {
      while (reader.next()) {
        assertThat(reader.key().getLong(0)).isEqualTo(rows);
        assertThat(reader.value().remaining()).isEqualTo(119 + 59);
        rows++;
      }
    }
    assertThat(rows).isEqualTo(1_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"records=0", "records=x", "9999999999", "tables=3"})
  void refusesWhatIsNoNumberOfRows(String argument) {
    assertThatThrownBy(() -> DatasetSpec.parse("sysbench:" + argument).identity())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected records=N");
  }
}
