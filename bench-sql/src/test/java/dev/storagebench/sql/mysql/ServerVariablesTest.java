package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.ResolvedSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerVariablesTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.cnf"), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "innodb_buffer_pool_size | 1g | cache",
        "innodb-buffer-pool-size | 1g | cache",
        "innodb_buffer_pool_siz | 1g | cache",
        "rocksdb_block_cache_size | 1g | cache",
        "query_cache_type | 1 | cache",
        "innodb_flush_log_at_trx_commit | 0 | durability",
        "innodb_flush_log_at_timeout | 100 | durability",
        "innodb_flush_method | O_DIRECT_NO_FSYNC | durability",
        "innodb_flush_method | 3 | durability",
        "innodb_doublewrite | OFF | durability",
        "sync_binlog | 0 | durability",
        "rocksdb_flush_log_at_trx_commit | 0 | durability",
        "innodb_page_size | 4k | block",
        "innodb_compression_algorithm | lz4 | compression",
        "rocksdb_default_cf_options | {compression=kZSTD} | compression",
        "rocksdb_default_cf_options | {max_write_buffer_number=4;write_buffer_size=1m} | writeBuffer",
        "rocksdb_default_cf_options | {block_based_table_factory={block_size=1}} | block=",
        "max_connections | 10 | --threads",
        "transaction_isolation | READ-UNCOMMITTED | workload",
        "large_pages | ON | memory",
        "bind_address | 0.0.0.0 | safety",
        "bind-addres | 0.0.0.0 | safety",
        "port | 3306 | safety",
        "socket | /tmp/s | safety",
        "user | nobody | safety",
        "init_file | /tmp/x | safety",
        "init-connect | x | safety",
        "plugin_load_add | x | safety",
        "plugin-dir | /tmp | safety",
        "secure_file_priv | / | safety",
        "ssl_ca | x | safety",
        "tls_version | x | safety",
        "general_log_file | /tmp/x | safety",
        "log_error | /tmp/x | safety",
        "pid-file | /tmp/x | safety",
        "defaults_file | /tmp/x | safety",
        "local_infile | ON | safety",
        "wsrep_provider | /tmp/x.so | safety",
        "report_host | x | replication",
        "datadir | /tmp | files",
        "basedir | /tmp | files",
        "tmpdir | /tmp | files",
        "innodb_log_group_home_dir | /tmp | files",
        "innodb_data_file_path | /dev/sda | files",
        "innodb_undo_directory | /tmp | files",
        "rocksdb_wal_dir | /tmp | files",
        "loose_innodb_buffer_pool_size | 1g | 'loose_'",
        "loose-anything | 1g | 'loose_'",
        "skip-innodb-doublewrite | true | 'skip_'",
        "skip-grant-tables | true | 'skip_'",
        "disable_log_bin | true | 'disable_'",
        "enable-local-infile | true | 'enable_'",
        "maximum-innodb-buffer-pool-size | 1g | 'maximum_'",
      })
  void whatAllHaveAlikeOrWhatGuardsAServerIsRefused(String option, String value, String condition) {
    assertThat(ServerVariables.conditionOf(option, value))
        .hasValueSatisfying(text -> assertThat(text).contains(condition));
  }

  @ParameterizedTest
  @CsvSource({
    "innodb_flush_neighbors, 1",
    "innodb-io-capacity, 2000",
    "innodb_flush_method, O_DIRECT",
    "innodb_log_buffer_size, 64m",
    "innodb_log_file_size, 256m",
    "innodb_redo_log_capacity, 1g",
    "innodb_adaptive_hash_index, OFF",
    "innodb_compression_level, 9",
    "innodb_lock_wait_timeout, 5",
    "innodb_buffer_pool_instances, 4",
    "table_open_cache, 100",
    "thread_cache_size, 8",
    "rocksdb_max_background_jobs, 4",
    "rocksdb_default_cf_options, {level0_file_num_compaction_trigger=8}",
    "format, compressed8",
  })
  void theRestIsTheCandidates(String option, String value) {
    assertThat(ServerVariables.conditionOf(option, value)).isEmpty();
  }

  @Test
  void anOptionFilesGroupsOfServersAreReadAndAnOptionBesideItCounts() throws IOException {
    Path file =
        file(
            """
            # of a client
            [client]
            port = 3306
            [mysqld]
            innodb-io-capacity = 2000   # since the new disks
            innodb_flush_neighbors=1
            sql_mode = "STRICT_TRANS_TABLES,NO_ZERO_DATE"
            [server]
            innodb_adaptive_hash_index = OFF
            innodb_print_all_deadlocks
            """);
    Map<String, String> options =
        Map.of("my.cnf", file.toString(), "innodb_flush_neighbors", "0", "format", "compressed8");
    assertThat(ServerVariables.conditionOf("my.cnf", file.toString())).isEmpty();
    Map<String, String> resolved = ServerVariables.resolve(options);
    assertThat(resolved)
        .isEqualTo(
            Map.of(
                "innodb_io_capacity", "2000",
                "innodb_flush_neighbors", "0",
                "sql_mode", "STRICT_TRANS_TABLES,NO_ZERO_DATE",
                "innodb_adaptive_hash_index", "OFF",
                "innodb_print_all_deadlocks", "true",
                "format", "compressed8"));
    assertThat(ServerVariables.resolve(resolved)).isEqualTo(resolved);
    assertThat(ServerVariables.names(resolved)).doesNotContain("format").hasSize(5);
  }

  @Test
  void everyRefusedLineOfAnOptionFileIsNamedBeforeAnythingStarts() throws IOException {
    Path file = file("[mysqld]\nuser=mysql\ninnodb_io_capacity=200\ninnodb_buffer_pool_size=1g\n");
    assertThatThrownBy(() -> Engines.of(Candidate.parse("x=mysql{my.cnf=" + file + "}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("candidate x: option my.cnf=" + file + " would change")
        .hasMessageContaining("my.cnf, line 2: user=mysql: the safety")
        .hasMessageContaining("my.cnf, line 4: innodb_buffer_pool_size=1g: the cache; set cache=")
        .hasMessageNotContaining("line 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[mysqld]#innodb io capacity=1 | line 2: invalid option 'innodb io capacity=1'",
        "[mysqld]#sql_mode='a | line 2: invalid option 'sql_mode='a'",
        "[mysqld]#!include /etc/x | line 2: '!include /etc/x': files are not included",
        "innodb_io_capacity=1 | line 1: 'innodb_io_capacity=1' is not in a group",
        "[client]#user=x | has no options in [mysqld]",
      })
  void aBadLineIsToldWithFileNumberAndText(String lines, String message) throws IOException {
    Path file = file(lines.replace('#', '\n'));
    assertThatThrownBy(() -> ServerVariables.resolve(Map.of("my.cnf", file.toString())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("my.cnf")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql{hot.key_buffer=1}", "mysql{a b=1}", "mysql{my.cnf=/not/there}"})
  void whatCannotBeAVariableIsRefused(String candidate) {
    assertThatThrownBy(() -> Engines.of(Candidate.parse(candidate)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "mysql{format=page-lzma2}, 'compressed8, compressed16, page-zlib'",
    "myrocks{format=snapy}, 'snappy, zlib, zstd'",
    "mysql@5.7, only 8.0.33.1",
    "mariadb@11.4, --server-dir",
  })
  void anUnknownFormatOrVersionListsTheOnesThereAre(String candidate, String hint) {
    assertThatThrownBy(() -> Engines.of(Candidate.parse(candidate)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(hint);
  }

  @Test
  void aFormatOfItsOwnIsNoDepartureFromTheCodecThatAllAreAskedFor() {
    EngineSettings asked =
        new EngineSettings(
            EngineSettings.UNLIMITED,
            1,
            Optional.empty(),
            Optional.empty(),
            Compression.SNAPPY,
            Durability.NONE,
            Optional.empty(),
            new EngineSettings.Expected(1, 1, 1, 1),
            Map.of());
    assertThat(
            ResolvedSettings.of(Engines.of(Candidate.parse("mysql")), asked, true, true)
                .substitutions())
        .hasSize(1);
    assertThat(
            ResolvedSettings.of(
                    Engines.of(Candidate.parse("mysql{format=compressed8}")), asked, false, true)
                .substitutions())
        .isEmpty();
  }

  @Test
  void theCandidatesWordsComeLast() {
    assertThat(
            ServerVariables.commandLine(
                List.of("--performance-schema=OFF", "--loose-innodb-redo-log-capacity=1"),
                Map.of("innodb_log_file_size", "64m")))
        .containsExactly("--performance-schema=OFF", "--innodb-log-file-size=64m");
  }
}
