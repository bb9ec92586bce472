package dev.storagebench.sql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

final class ScriptTextTest {
  @SuppressWarnings("unused") // read by FieldSource
  private static final java.util.List<String> NAMES = Scripts.NAMES;

  @ParameterizedTest
  @FieldSource("NAMES")
  void readsTheScriptsThatComeWithIt(String name) {
    assertThat(Scripts.named(name).steps()).isNotEmpty();
  }

  @Test
  void readWriteIsSysbenchsTwentyQueries() {
    Script script = Scripts.named("oltp_read_write");
    int statements = script.steps().stream().mapToInt(Step::times).sum();
    assertThat(script.transactional()).isTrue();
    assertThat(statements + 2).isEqualTo(20);
    assertThat(script.readsOnly()).isFalse();
  }

  @Test
  void placesAreFilledInTheirOrderAndDrawnInThatOfTheDeclarations() {
    Script script =
        ScriptText.parse(
            "x",
            """
            let id = row
            let c = c id
            3 x UPDATE {table} SET c = :c, d = ':id', e = @@version
              WHERE id = :id AND x IN (:id*2) OR y = @id; -- expect 1 changed
            """);
    Step step = script.steps().get(0);
    assertThat(step.sql())
        .isEqualTo(
            "UPDATE {table} SET c = ?, d = ':id', e = @@version\n"
                + "WHERE id = ? AND x IN (?, ?) OR y = ?");
    assertThat(step.times()).isEqualTo(3);
    assertThat(step.draws()).containsExactly("id", "c");
    assertThat(step.places())
        .extracting(Step.Place::variable)
        .containsExactly("c", "id", "id", "id", "id");
    assertThat(step.places())
        .extracting(Step.Place::own)
        .containsExactly(false, false, true, true, false);
    assertThat(step.expectation().kind()).isEqualTo(Expectation.Kind.CHANGED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1|x:1: a statement without ';' at its end",
        "begin%SELECT 1;|x:2: begin without commit",
        "SELECT :a;|x:1: variable :a is not declared; there are []",
        "let a = row%let a = key|x:2: variable a is declared twice",
        "SELECT 1; -- expect much|x:1: 'expect much' is not understood; expected N rows",
        "# nothing|x:1: no statement"
      })
  void saysWhereAndWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> ScriptText.parse("x", text.replace('%', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void namesTheValidWorkloads() {
    assertThatThrownBy(() -> Scripts.named("oltp"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no workload 'oltp'; there are point_select, ");
  }
}
