package dev.storagebench.sql.mysql;

import static dev.storagebench.sql.mysql.Records.get;
import static dev.storagebench.sql.mysql.Records.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.Store;
import dev.storagebench.sql.jdbc.Pool;
import dev.storagebench.sql.jdbc.SqlEngine;
import dev.storagebench.sql.jdbc.SqlStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A candidate's options on every server that is here. */
final class OwnOptionsIT {
  @TempDir private Path folder;

  static Stream<Arguments> servers() {
    return Stream.of(new MysqlEngine(), new MariadbEngine(), new MyrocksEngine())
        .map(engine -> Arguments.of(Named.of(engine.name(), engine)));
  }

  private KeyValueStore open(SqlEngine engine, Map<String, String> options) {
    return engine.open(folder, Records.settings(Durability.NONE).withOptions(options));
  }

  @ParameterizedTest
  @MethodSource("servers")
  void reachTheServerAndAreReportedWithTheValueInForce(SqlEngine engine) throws IOException {
    InstalledEngines.ready(engine);
    Path file =
        Files.writeString(
            Files.createTempFile("my", ".cnf"), "[mysqld]\ninnodb-io-capacity = 2000\n");
    try (KeyValueStore store =
            open(
                engine,
                Map.of(
                    "my.cnf", file.toString(),
                    "innodb-lru-scan-depth", "99",
                    "performance_schema", "ON"));
        Session session = store.session()) {
      put(session, "key", "value");
      assertThat(get(session, "key")).isEqualTo("value");
      assertThat(store.settings())
          .extracting(AppliedSetting::name, AppliedSetting::value, AppliedSetting::role)
          .contains(
              tuple("innodb_io_capacity", "2000", Role.CANDIDATE),
              // The least that the server takes.
              tuple("innodb_lru_scan_depth", "100", Role.CANDIDATE),
              tuple("performance_schema", "ON", Role.CANDIDATE))
          .doesNotContain(tuple("performance_schema", "OFF", Role.OWN));
      assertThat(store.settings())
          .filteredOn(setting -> setting.name().equals("innodb_lru_scan_depth"))
          .singleElement()
          .satisfies(setting -> assertThat(setting.reason()).endsWith("given as 99"));
    } finally {
      Files.delete(file);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void anUnknownOneFailsWithTheServersOwnWords(SqlEngine engine) {
    InstalledEngines.ready(engine);
    assertThatThrownBy(() -> open(engine, Map.of("innodb_nonsense", "7")).close())
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("unknown variable 'innodb-nonsense=7'");
  }

  @ParameterizedTest
  @MethodSource("servers")
  @Tag("nightly")
  void theBeginningOfANameIsNotEnough(SqlEngine engine) {
    InstalledEngines.ready(engine);
    assertThatThrownBy(() -> open(engine, Map.of("innodb_lru_scan_dept", "200")).close())
        .isInstanceOf(EngineException.class)
        .message()
        .satisfiesAnyOf(
            text -> assertThat(text).contains("unknown variable 'innodb-lru-scan-dept=200'"),
            text -> assertThat(text).contains("is not the full name of a system variable"));
  }

  /** A script of SQL may come from somebody else. */
  @ParameterizedTest
  @MethodSource("servers")
  void statementsReachNoFilesOfTheMachine(SqlEngine engine) throws IOException {
    InstalledEngines.ready(engine);
    Path secret = Files.writeString(folder.resolve("secret.txt"), "secret");
    Path written = folder.resolve("written.txt");
    Path home = Files.createDirectory(folder.resolve("store"));
    try (Store store = engine.openDatabase(home, Records.settings(Durability.NONE), "sbtest")) {
      Pool admin = ((SqlStore) store).admin();
      String read = "SELECT COALESCE(LOAD_FILE('%s'), 'nothing')".formatted(secret);
      assertThat(admin.row(read)).containsExactly("nothing");
      assertThatThrownBy(() -> admin.run(List.of("SELECT 1 INTO DUMPFILE '%s'".formatted(written))))
          .hasMessageContaining("secure");
    }
    assertThat(written).doesNotExist();
  }

  @Test
  void aKeyValueTableHasTheFormatAsWell() {
    MariadbEngine engine = new MariadbEngine();
    InstalledEngines.ready(engine);
    try (KeyValueStore store = open(engine, Map.of("format", "compressed4"));
        Session session = store.session()) {
      put(session, "key", "value");
      assertThat(get(session, "key")).isEqualTo("value");
      assertThat(store.settings())
          .extracting(AppliedSetting::name, AppliedSetting::value, AppliedSetting::role)
          .contains(
              tuple("format", "compressed4", Role.CANDIDATE),
              tuple("compression", "compressed4", Role.REPLACED));
      assertThat(store.settings())
          .filteredOn(setting -> setting.name().equals("compression"))
          .hasSize(1);
    }
  }

  @Test
  void aColumnFamilysOptionsAreAddedToTheAdapters() {
    MyrocksEngine engine = new MyrocksEngine();
    InstalledEngines.ready(engine);
    try (KeyValueStore store =
        open(
            engine,
            Map.of("rocksdb_default_cf_options", "{level0_file_num_compaction_trigger=7}"))) {
      assertThat(store.settings())
          .filteredOn(setting -> setting.name().equals("rocksdb_default_cf_options"))
          .singleElement()
          .satisfies(
              setting -> {
                assertThat(setting.role()).isEqualTo(Role.CANDIDATE);
                assertThat(setting.value())
                    .startsWith("compression=")
                    .endsWith(";level0_file_num_compaction_trigger=7");
              });
    }
  }
}
