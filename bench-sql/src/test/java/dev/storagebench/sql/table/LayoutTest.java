package dev.storagebench.sql.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LayoutTest {

  @ParameterizedTest
  @CsvSource({"article, ARTICLE, 1", "sbtestx8, SBTEST, 8", "SBTESTx16, SBTEST, 16"})
  void hasAShapeAndANumberOfTables(String text, Shape shape, int tables) {
    assertThat(Layout.parse(text)).isEqualTo(new Layout(shape, tables));
  }

  @Test
  void namesTheValidShapes() {
    assertThatThrownBy(() -> Layout.parse("reviews"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("invalid shape of tables 'reviews' (expected article, sbtest, document)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sbtestx0", "sbtestx9999", "article:a"})
  void refusesWhatIsNoLayout(String text) {
    assertThatThrownBy(() -> Layout.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRowFormatIsAnOptionOfTheEngine() {
    assertThatThrownBy(() -> Layout.parse("article:compressed8"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'mysql{format=compressed8}'");
  }

  @Test
  void spreadsAllRecordsOverTheTables() {
    Layout layout = Layout.parse("sbtestx3");
    assertThat(layout.rowsIn(0, 100)).isEqualTo(34);
    assertThat(layout.rowsIn(1, 100)).isEqualTo(34);
    assertThat(layout.rowsIn(2, 100)).isEqualTo(32);
  }
}
