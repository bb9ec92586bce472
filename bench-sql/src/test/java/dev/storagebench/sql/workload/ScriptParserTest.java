package dev.storagebench.sql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptParserTest {
  @SuppressWarnings("unused") // read by FieldSource
  private static final List<String> NAMES = Script.NAMES;

  private static List<Script.Statement> statements(String text) {
    return ScriptParser.parse("x", text).commands().stream()
        .filter(Script.Statement.class::isInstance)
        .map(Script.Statement.class::cast)
        .toList();
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void readsTheScriptsThatComeWithIt(String name) {
    assertThat(Script.named(name).statements()).isPositive();
  }

  @Test
  void textsAndServerVariablesAndHintsStayAsTheyAre() {
    Script.Statement statement =
        statements(
                """
                \\set id random_row()
                \\set c row_c(:id)
                UPDATE :table /*! FORCE INDEX (k_1) */-- why; not
                  SET c = :c, d = 'it''s :id;', e = @@version, f := "\\";" + x::id
                  WHERE id = :id; SELECT 2;
                """)
            .get(0);
    assertThat(statement.sql())
        .isEqualTo(
            """
            UPDATE :table /*! FORCE INDEX (k_1) */
              SET c = ?, d = 'it''s :id;', e = @@version, f := "\\";" + x::id
              WHERE id = ?""");
    assertThat(statement.on("t1")).startsWith("UPDATE t1 /*!");
    assertThat(statement.place()).isEqualTo("x:3:1");
    assertThat(statement.reads()).isFalse();
  }

  @Test
  void onlyInAListAreTimesFreshDraws() {
    List<Script.Statement> statements =
        statements(
            """
            \\set k random(1, 9)
            SELECT 1 FROM t WHERE k IN (:k*3);
            SELECT :k*3;
            """);
    assertThat(statements.get(0).sql()).endsWith("IN (?, ?, ?)");
    assertThat(statements.get(0).parameters())
        .hasSize(3)
        .allMatch(parameter -> parameter.redraw() != null);
    assertThat(statements.get(1).sql()).isEqualTo("SELECT ?*3");
    assertThat(statements.get(1).parameters())
        .hasSize(1)
        .noneMatch(parameter -> parameter.redraw() != null);
  }

  @Test
  void endIsCommitAndTheLastSemicolonMayBeMissing() {
    Script script = ScriptParser.parse("x", "begin work;\nSELECT 1;\nEND;\nSELECT 2");
    assertThat(script.commands())
        .filteredOn(Script.Boundary.class::isInstance)
        .extracting(command -> ((Script.Boundary) command).sql())
        .containsExactly("BEGIN", "COMMIT");
    assertThat(script.statements()).isEqualTo(2);
    assertThat(script.readsOnly()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-- nothing|x:1:1: no statement",
        "# nothing~SELECT 1;|x:1:1: comments begin with --",
        "SELECT 1~\\set a 1|x:1:1: statement without ';' at its end",
        "SELECT 'a;|x:1:8: unterminated quote",
        "SELECT 1;~  BEGIN;~SELECT 2;|x:2:3: BEGIN without COMMIT",
        "BEGIN;~SELECT 1; BEGIN;|x:2:11: BEGIN inside the transaction of x:1:1",
        "SELECT 1; commit;|x:1:11: COMMIT without BEGIN",
        "\\repeat 2~BEGIN;~\\end~COMMIT;|x:3:1: a transaction must begin and end in the same \\repeat",
        "SELECT :idd FROM t;|x:1:8: unknown variable 'idd' (valid: table, rows, tables, scale, client_id, random_seed, default_seed)",
        "\\set id 1~SELECT :ix;|x:2:8: unknown variable 'ix'; did you mean id? (valid:",
        "\\set a random_roww()~SELECT 1;|x:1:8: unknown function 'random_roww'; did you mean random_row()?",
        "\\set a 1 + random(1)~SELECT 1;|x:1:12: 1 arguments for random(min, max)",
        "\\set a random(5, 1)~SELECT 1;|x:1:8: min 5 is greater than max 1",
        "\\set a random(-1, -2 + 0)~SELECT 1;|x:1:8: min -1 is greater than max -2",
        "\\set a random_gaussian(1, 5, 1.9)~SELECT 1;|x:1:8: invalid parameter 1.9 of the distribution (expected 2.0 to ",
        "\\set a random_zipfian(1, 5, 0)~SELECT 1;|x:1:8: invalid parameter 0 of the distribution",
        "\\set a random_exponential(1, 5, -0.5)~SELECT 1;|x:1:8: invalid parameter -0.5 of the distribution",
        "\\set a :rows / 0~SELECT 1;|x:1:14: division by zero",
        "\\set a 1.5 / (2 - 2)~SELECT 1;|x:1:12: division by zero",
        "\\set a 9223372036854775807 + 1~SELECT 1;|x:1:28: long overflow",
        "\\set a 9223372036854775808~SELECT 1;|x:1:8: '9223372036854775808' is out of the range of integers",
        "\\set a (1 + 2~SELECT 1;|x:1:14: expected ')'",
        "\\set a 1 2~SELECT 1;|x:1:10: expected an operator (+ - * / %) or the end of the line",
        "\\set a id~SELECT 1;|x:1:8: expected '(' after function id; a variable is :id",
        "\\set a~SELECT 1;|x:1:7: expected a number, :variable, a function or a parenthesis",
        "\\set a row_c(row_c(1))~SELECT 1;|x:1:8: argument 1 of row_c(id) is a text (expected a number)",
        "\\set a 1 + row_c(1)~SELECT 1;|x:1:10: operator + between an integer and a text (expected numbers)",
        "\\set a 'b'~SELECT 1;|x:1:8: expected a number, :variable, a function or a parenthesis",
        "\\set a 1~\\set a 1.5~SELECT 1;|x:2:6: variable a is an integer, not a double; take another name",
        "\\set rows 5~SELECT 1;|x:1:6: variable rows is predefined and cannot be set",
        "SELECT 1;~  \\if 1~|x:2:3: \\if is not supported (valid: \\set, \\repeat, \\setup, \\end)",
        "\\repeat 0~SELECT 1;~\\end|x:1:9: expected \\repeat N",
        "\\repeat 2~SELECT 1;|x:1:1: \\repeat without \\end",
        "SELECT 1;~\\end|x:2:1: \\end without \\repeat or \\setup",
        "SELECT 1;~\\setup~SELECT 2;~\\end|x:2:1: \\setup must come before all other commands",
        "\\setup~\\set a 1~\\end~SELECT 1;|x:2:1: \\set in \\setup, which takes statements only",
        "SELECT 1 WHERE 1 IN (:scale*3);|x:1:22: a list needs a variable that \\set has set before",
        "SELECT 1; -- expect much|x:1:14: invalid expectation 'expect much' (expected N rows",
        "SELECT 1; -- expect 1 changed|x:1:14: a statement that reads changes no rows",
        "UPDATE t SET a = 1; -- expect 1 row|x:1:24: a statement that changes returns no rows; expect N changed",
        "SELECT 1; -- expect c of :id|x:1:14: unknown variable 'id'",
        "\\set c row_c(1)~SELECT 1; -- expect c of :c|x:2:14: variable c is a text (expected the integer id of a row",
        "BEGIN; -- expect 1 changed~SELECT 1; END;|x:1:7: BEGIN has no answer to expect",
        "SELECT 1;~-- expect 1 row|x:2:1: expect must follow its statement's ';' on the same line",
      })
  void saysWhereAndWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> ScriptParser.parse("x", text.replace('~', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1;\n",
        "SELECT 1;",
        "\\set a 1\n",
        "\\set n 1\nSELECT 1 IN ( :n*2);\n",
        "SELECT 1 /* */;"
      })
  @Timeout(60)
  void readsLongScriptsInATimeThatIsProportionalToTheirSize(String part) {
    String text = part.repeat(2_000_000 / part.length()) + "\nSELECT :missing;";
    assertThatThrownBy(() -> ScriptParser.parse("x", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void refusesMoreParametersThanAServerTakes() {
    String text = "\\set a 1\nSELECT " + ":a,".repeat(65_535);
    assertThat(statements(text + "1;")).hasSize(1);
    String list = "SELECT 1 WHERE 1 IN (:a*65535)";
    assertThat(statements("\\set a 1\n" + list + ";")).hasSize(1);
    assertThatThrownBy(() -> statements(text + ":a;"))
        .hasMessage("x:2:1: more than 65535 parameters in a statement");
    assertThatThrownBy(() -> statements("\\set a 1\n" + list + " OR 1 IN (:a*99999);"))
        .hasMessageContaining("65535");
  }

  @Test
  void repeatsTheBeginningOfALongMistakeOnly() {
    for (String text : List.of("\\" + "a", "\\set a 1", "SELECT 1; -- expect 1")) {
      String last = text.substring(text.length() - 1);
      assertThatThrownBy(() -> statements(text + last.repeat(1_000_000)))
          .satisfies(e -> assertThat(String.valueOf(e.getMessage()).length()).isLessThan(1_100));
    }
  }

  @Test
  void namesTheFirstByteThatIsNotUtf8(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("latin.sql");
    Files.write(file, "SELECT 'caf\u00e9';".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Script.named("file:" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(file + ", byte 11: not UTF-8")
        .hasMessageContaining("iconv");
  }

  @Test
  void namesTheValidWorkloads() {
    assertThatThrownBy(() -> Script.named("oltp_read_wrte"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "unknown workload 'oltp_read_wrte'; did you mean oltp_read_write? (valid: point_select, ");
  }
}
