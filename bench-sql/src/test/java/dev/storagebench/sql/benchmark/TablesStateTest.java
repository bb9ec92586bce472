package dev.storagebench.sql.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TablesStateTest {

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "special", "gaussian", "zipfian", "pareto"})
  void takesEveryDistributionOfSysbench(String distribution) {
    assertThat(
            TablesState.validate("article", "point_select", distribution, "held", "mariadb")
                .readsOnly())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "articles, point_select, uniform, held, mariadb, 'article, sbtest, document'",
    "article, point_selects, uniform, held, mariadb, document_insert",
    "article, point_select, latest, held, mariadb, pareto",
    "article, point_select, uniform, lent, mariadb, 'held, borrowed'",
    "article, point_select, uniform, held, mysql, 'connector-j, mariadb'",
  })
  void aWrongValueIsRefusedWithTheValidOnes(
      String table,
      String workload,
      String distribution,
      String connection,
      String driver,
      String valid) {
    assertThatThrownBy(
            () -> TablesState.validate(table, workload, distribution, connection, driver))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(valid);
  }
}
