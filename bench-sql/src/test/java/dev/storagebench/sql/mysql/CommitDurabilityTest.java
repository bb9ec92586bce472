package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Durability;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitDurabilityTest {

  @ParameterizedTest
  @CsvSource({"0, NONE", "1, SYNC", "2, PROCESS", "3, SYNC"})
  void ofInnoDb(String flush, Durability expected) {
    assertThat(new InnoDb().durability(List.of(flush))).isEqualTo(expected);
  }

  /** Without a sync, commits stay in the server's memory as long as it flushes its log itself. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, NONE",
    "2, 1, NONE",
    "2, ON, NONE",
    "2, 0, PROCESS",
    "2, OFF, PROCESS",
    "1, 1, SYNC"
  })
  void ofMyRocks(String flush, String manual, Durability expected) {
    assertThat(new MyRocks().durability(List.of(flush, manual))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "PROCESS, rocksdb_flush_log_at_trx_commit = 2 (and rocksdb_manual_wal_flush=OFF at its start)",
    "SYNC, rocksdb_flush_log_at_trx_commit = 1"
  })
  void theSettingOfMyRocksIsItsOwn(Durability durability, String setting) {
    assertThat(new MyRocks().commitSetting(durability)).isEqualTo(setting);
  }
}
