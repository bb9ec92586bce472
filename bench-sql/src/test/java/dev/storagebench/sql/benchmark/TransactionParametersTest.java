package dev.storagebench.sql.benchmark;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.sql.mysql.MysqlEngine;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TransactionParametersTest {

  private static void validate(String name, String value) {
    Map<String, String> parameters =
        new HashMap<>(
            Map.of(
                "table", "article",
                "workload", "point_select",
                "distribution", "uniform",
                "connection", "held",
                "driver", "connector-j",
                "rate", "none"));
    parameters.put(name, value);
    new Transaction().validate(new Parameters(parameters));
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "special", "gaussian", "zipfian", "pareto"})
  void takeEveryDistributionOfSysbench(String distribution) {
    assertThatCode(() -> validate("distribution", distribution)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "table, articles, 'article, sbtest, document'",
    "table, article:zstd, 'mysql{format=compressed8}'",
    "workload, point_selects, document_insert",
    "distribution, latest, pareto",
    "connection, lent, 'held, borrowed'",
  })
  void areRefusedWithTheValidOnes(String name, String value, String valid) {
    assertThatThrownBy(() -> validate(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(value)
        .hasMessageContaining(valid);
  }

  @Test
  void aDriverOfAnotherFamilyIsRefusedWithTheValidOnes() {
    assertThatThrownBy(
            () ->
                new Transaction()
                    .require(new MysqlEngine(), new Parameters(Map.of("driver", "pgjdbc"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'pgjdbc'")
        .hasMessageContaining("connector-j, connector-j-text, mariadb");
  }
}
