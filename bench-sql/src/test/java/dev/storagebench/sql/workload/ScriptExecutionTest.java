package dev.storagebench.sql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.workload.Samples;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.sql.table.ColumnChecksum;
import dev.storagebench.sql.table.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What scripts draw and in which order, without a server. */
final class ScriptExecutionTest {
  private static final int RECORDS = 1_000;

  @TempDir static Path folder;
  private static PackedFile data;
  private static WorkingSet set;

  @BeforeAll
  static void pack() throws IOException {
    data = Samples.packed(folder, RECORDS);
    set = WorkingSet.of(data, 1);
  }

  @AfterAll
  static void close() throws IOException {
    data.close();
  }

  private static WorkloadContext context(int tables, long records, long seed) {
    Layout layout = Layout.parse("sbtestx" + tables);
    return new WorkloadContext(
        layout, layout.names("t"), records, KeyDistribution.UNIFORM, set, new Seeds(seed, 0), 2);
  }

  /** The values of a variable at each statement of some runs. */
  private static List<Object> values(String variable, String text, int runs) {
    Script script = ScriptParser.parse("x", text + "\nSELECT :" + variable);
    Script.Parameter parameter =
        script.commands().stream()
            .filter(Script.Statement.class::isInstance)
            .map(command -> ((Script.Statement) command).parameters())
            .reduce((first, last) -> last)
            .orElseThrow()
            .get(0);
    ScriptExecution execution = new ScriptExecution(script, context(4, RECORDS, 1), 1);
    Variables variables = execution.variables();
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      execution.start();
      try {
        execution.run(
            new ScriptExecution.Server() {
              @Override
              public long statement(Script.Statement statement) {
                Object value = variables.get(parameter.slot());
                values.add(
                    value instanceof byte[] bytes
                        ? new String(bytes, StandardCharsets.ISO_8859_1)
                        : value);
                return 0;
              }

              @Override
              public void boundary(String sql) {
                values.add(sql);
              }
            });
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + 2 * 3 - -4 | 11",
        "(1 + 2) * 3 % 5 | 4",
        "-7 / 2 | -3",
        "-7 % 3 | -1",
        "7 / 2.0 | 3.5",
        "1e3 + .5 | 1000.5",
        "-9223372036854775808 | -9223372036854775808",
        "abs(-17) | 17",
        "double(5432) | 5432.0",
        "exp(0) + ln(1) + sqrt(4.0) | 3.0",
        "greatest(5, 4, 3, 2) | 5",
        "least(5, 4, 3, 2.1) | 2.1",
        "int(5.4 + 3.8) | 9",
        "mod(54, 32) | 22",
        "pow(2.0, 10) | 1024.0",
        // The values of pgbench's documentation.
        "hash(10, 5432) | -5817877081768721676",
        "hash_murmur2(10, 5432) | -5817877081768721676",
        "hash_fnv1a(10, 5432) | -7793829335365542153",
        ":rows * :tables | 1000",
        ":client_id + :random_seed + :scale | 3",
        "document_key(17) | 00000000000017",
      })
  void evaluatesAsPgbenchDoes(String expression, String value) {
    assertThat(values("x", "\\set x " + expression, 1).get(0)).hasToString(value);
  }

  @Test
  void aVariableKeepsItsValueUntilItIsSetAgain() {
    String text =
        """
        \\set id random(1, 1000000000)
        \\set same :id
        SELECT :id;
        SELECT :id;
        \\set id random(1, 1000000000)
        SELECT :id;
        """;
    List<Object> drawn = values("id", text, 1);
    assertThat(drawn.get(1)).isEqualTo(drawn.get(0));
    assertThat(drawn.get(2)).isNotEqualTo(drawn.get(0)).isEqualTo(drawn.get(3));
    assertThat(values("same", text, 1)).containsOnly(drawn.get(0));
  }

  @Test
  void aRepeatDrawsAnewEachTimeAndMayBeNested() {
    String text =
        """
        \\set n 0
        \\repeat 3
          \\set id random(1, 1000000000)
          \\repeat 2
            \\set n :n + 1
            SELECT 1;
          \\end
        \\end
        """;
    assertThat(values("n", text, 2))
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 6L, 1L, 2L, 3L, 4L, 5L, 6L, 6L);
    assertThat(new java.util.HashSet<>(values("id", text, 1))).hasSize(3);
  }

  @Test
  void aTransactionIsBegunAgainWithTheVariablesOfItsBegin() throws SQLException {
    Script script =
        ScriptParser.parse(
            "x",
            """
            \\set n 0
            SELECT :n;
            BEGIN;
            \\repeat 3
            \\set n :n + 1
            SELECT :n;
            \\end
            COMMIT;
            SELECT -:n;
            """);
    ScriptExecution execution = new ScriptExecution(script, context(1, RECORDS, 1), 0);
    List<Object> seen = new ArrayList<>();
    ScriptExecution.Server server =
        new ScriptExecution.Server() {
          private boolean deadlocked;

          @Override
          public long statement(Script.Statement statement) throws SQLException {
            long n = (Long) execution.variables().get(statement.parameters().get(0).slot());
            seen.add(statement.sql() + n);
            if (n == 2 && !deadlocked) {
              deadlocked = true;
              throw new SQLException("deadlock");
            }
            return 0;
          }

          @Override
          public void boundary(String sql) {
            seen.add(sql);
          }
        };
    execution.start();
    assertThatThrownBy(() -> execution.run(server)).isInstanceOf(SQLException.class);
    execution.rewind();
    execution.run(server);
    assertThat(seen)
        .containsExactly(
            "SELECT ?0",
            "BEGIN",
            "SELECT ?1",
            "SELECT ?2",
            "BEGIN",
            "SELECT ?1",
            "SELECT ?2",
            "SELECT ?3",
            "COMMIT",
            "SELECT -?3");
  }

  @Test
  void aListIsDrawnByTheExpressionOfItsVariable() {
    // The digest sees every value; with the same one twice it would see fewer.
    Script list = ScriptParser.parse("x", "\\set k new_row()\nSELECT 1 FROM t WHERE k IN (:k*3)");
    Script loop = ScriptParser.parse("x", "\\set k new_row()\nSELECT :k");
    ScriptExecution execution = new ScriptExecution(list, context(1, RECORDS, 1), 0);
    execution.digest(1, 1);
    assertThat(execution.variables().get(Variables.PREDEFINED.size()))
        .isEqualTo(100_000_000L + RECORDS + 1 + 3);
    assertThat(SqlClient.digest(list, context(1, RECORDS, 1)))
        .isNotEqualTo(SqlClient.digest(loop, context(1, RECORDS, 1)));
  }

  @Test
  void aTransactionIsOnOneTableUntilAnotherIsSet() {
    List<Object> tables = values("t", "\\set t :table\nSELECT 1;\nSELECT 2;", 200);
    for (int i = 0; i < tables.size(); i += 3) {
      assertThat(tables.get(i)).isEqualTo(tables.get(i + 1)).isEqualTo(tables.get(i + 2));
    }
    assertThat(tables).containsOnly(1L, 2L, 3L, 4L);
    assertThat(values("t", "\\set table 1 + :client_id\n\\set t :table", 5)).containsOnly(2L);
    assertThatThrownBy(() -> values("rows", "\n\\set table 1 + :tables", 1))
        .isInstanceOf(EngineException.class)
        .hasMessage("x:2:12: no table 5; tables are numbered from 1 to 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 / (:rows - 250)|x:1:8: division by zero",
        "random(:rows, 1)|x:1:8: min 250 is greater than max 1",
        ":rows * 9223372036854775807|x:1:8: long overflow",
        "random_gaussian(1, 9, :tables - 3)|x:1:8: invalid parameter 1 of the distribution",
      })
  void aMistakeThatOnlyARunShowsFailsItWithLineAndColumn(String expression, String message) {
    assertThatThrownBy(() -> values("x", "\\set x " + expression, 1))
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void contentsProveToBelongToTheirRow() {
    String text = "\\set table 3\n\\set id random_row()\n\\set v ";
    for (Object c : values("v", text + "row_c(:id - :id + 7)", 5)) {
      byte[] bytes = c.toString().getBytes(StandardCharsets.ISO_8859_1);
      assertThat(ColumnChecksum.digitsHold(bytes, ColumnChecksum.C_BYTES, 2, 7)).isTrue();
    }
    for (Object article : values("v", text + "row_text(8)", 5)) {
      byte[] bytes = article.toString().getBytes(StandardCharsets.ISO_8859_1);
      assertThat(ColumnChecksum.textHolds(bytes, 2, 8)).isTrue();
    }
    assertThat(values("v", text + "row_k(9)", 1))
        .containsExactly((long) ColumnChecksum.k(2, 9, 250));
  }

  @Test
  void clientsNumberNewRowsApart() {
    assertThat(values("n", "\\set n new_row()", 2))
        .containsExactly(200_000_000L + RECORDS + 1, 200_000_000L + RECORDS + 2);
  }

  /** Pearson's statistic of draws from 1 to 10 against the probabilities. */
  private static double chiSquare(String expression, DoubleUnaryOperator probability) {
    int draws = 100_000;
    long[] counts = new long[11];
    for (Object drawn : values("x", "\\set x " + expression, draws)) {
      counts[Math.toIntExact((Long) drawn)]++;
    }
    double sum = 0;
    double total = 0;
    for (int i = 1; i <= 10; i++) {
      double expected = draws * probability.applyAsDouble(i);
      sum += (counts[i] - expected) * (counts[i] - expected) / expected;
      total += expected;
    }
    assertThat(total).isCloseTo(draws, within(1.0));
    return sum;
  }

  // Nine degrees of freedom: above 27.9 in one of a thousand.
  private static final double LIMIT = 27.9;

  @Test
  void uniformIsFlat() {
    assertThat(chiSquare("random(1, 10)", i -> 0.1)).isLessThan(LIMIT);
  }

  @ParameterizedTest
  @CsvSource({"0.8", "1.5"})
  void zipfianFallsByItsExponent(double s) {
    double all = 0;
    for (int i = 1; i <= 10; i++) {
      all += Math.pow(i, -s);
    }
    double sum = all;
    assertThat(chiSquare("random_zipfian(1, 10, " + s + ")", i -> Math.pow(i, -s) / sum))
        .isLessThan(LIMIT);
  }

  @Test
  void exponentialHasPgbenchsDensity() {
    double p = 2.5;
    DoubleUnaryOperator f = x -> Math.exp(-p * (x - 1) / 10) / (1 - Math.exp(-p));
    assertThat(
            chiSquare(
                "random_exponential(1, 10, 2.5)", i -> f.applyAsDouble(i) - f.applyAsDouble(i + 1)))
        .isLessThan(LIMIT);
  }

  @Test
  void gaussianHasPgbenchsDensity() {
    double p = 2.5;
    double scale = 2 * normal(p) - 1;
    assertThat(
            chiSquare(
                "random_gaussian(1, 10, 2.5)",
                i -> (normal(p * (2.0 * i - 10) / 10) - normal(p * (2.0 * i - 12) / 10)) / scale))
        .isLessThan(LIMIT);
  }

  /** The standard normal distribution function, by Simpson's rule from 0. */
  private static double normal(double x) {
    int steps = 1000;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double at = x * i / steps;
      sum += Math.exp(-at * at / 2) * (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2);
    }
    return 0.5 + sum * x / steps / 3 / Math.sqrt(2 * Math.PI);
  }

  @Test
  void theDigestIsThatOfScriptAndSeed() {
    for (String name : Script.NAMES) {
      Script script = Script.named(name);
      String digest = SqlClient.digest(script, context(4, RECORDS, 1));
      assertThat(digest).isEqualTo(SqlClient.digest(Script.named(name), context(4, RECORDS, 1)));
      assertThat(digest).isNotEqualTo(SqlClient.digest(script, context(4, RECORDS, 2)));
    }
  }

  @Test
  void setUpNamesEveryTableAndTheScale() {
    Script script =
        ScriptParser.parse(
            "x",
            """
            \\setup
            CREATE TABLE a (b int);
            INSERT INTO a SELECT :scale FROM :table;
            \\end
            SELECT 1;
            """);
    assertThat(script.setUp(context(2, 250_000, 1)))
        .containsExactly(
            "CREATE TABLE a (b int)",
            "INSERT INTO a SELECT 2 FROM t1",
            "INSERT INTO a SELECT 2 FROM t2");
    assertThat(script.readsOnly()).isFalse();
  }

  @Test
  void theDocumentationListsEveryFunction() throws IOException {
    assertThat(Files.readString(Path.of("../docs/sql-scripts.md")))
        .contains(Functions.signatures());
  }
}
