package dev.storagebench.sql.mysql;

import static dev.storagebench.sql.mysql.Records.buffer;
import static dev.storagebench.sql.mysql.Records.get;
import static dev.storagebench.sql.mysql.Records.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.sql.server.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store with a server of its own does beyond the contract. */
final class MysqlEngineIT {
  private static final MysqlEngine ENGINE = new MysqlEngine();

  @TempDir static Path folder;
  private static KeyValueStore store;
  private Session session;

  @BeforeAll
  static void open() {
    RealServer.mysql();
    store = ENGINE.open(folder, Records.settings(Durability.PROCESS));
  }

  @AfterAll
  static void close() {
    if (store != null) {
      store.close();
    }
  }

  @BeforeEach
  void begin() {
    session = store.session();
  }

  @AfterEach
  void end() {
    session.close();
  }

  @Test
  void isRegisteredAndAvailable() {
    assertThat(ServiceLoader.load(StorageEngine.class).stream().map(found -> found.get().name()))
        .contains("mysql");
    assertThat(ENGINE.availability())
        .isInstanceOfSatisfying(
            Availability.Available.class, found -> assertThat(found.version()).isEqualTo("8.0.33"));
  }

  @Test
  void loadsManyRecordsOverEarlierOnes() {
    put(session, "load:7", "earlier");
    try (BulkLoader loader = store.loader()) {
      // Neither a multiple of the rows in a statement, nor all of one size; one key comes twice.
      for (int i = 0; i < 1_000; i++) {
        loader.add(buffer("load:" + i), buffer("v".repeat(i % 3 == 0 ? 5_000 : 1) + i));
      }
      loader.add(buffer("load:999"), buffer("last"));
    }
    assertThat(get(session, "load:0")).isEqualTo("v".repeat(5_000) + "0");
    assertThat(get(session, "load:7")).isEqualTo("v7");
    assertThat(get(session, "load:998")).isEqualTo("v998");
    assertThat(get(session, "load:999")).isEqualTo("last");
  }

  @Test
  void reportsWhatBecameOfEachSetting() {
    assertThat(store.settings())
        .extracting(AppliedSetting::name, AppliedSetting::value, AppliedSetting::role)
        .contains(
            setting("cacheBytes", Integer.toString(32 << 20), AppliedSetting.Role.HONOURED),
            setting("durability", "process", AppliedSetting.Role.HONOURED),
            setting("bloomBitsPerKey", "-", AppliedSetting.Role.IGNORED),
            setting("log_bin", "OFF", AppliedSetting.Role.OWN));
    assertThat(store.settings()).noneMatch(setting -> setting.reason().isBlank());
  }

  private static Tuple setting(String name, String value, AppliedSetting.Role role) {
    return Tuple.tuple(name, value, role);
  }

  @Test
  void aKilledServerIsTheCauseOfWhatFailsNext(@TempDir Path own) {
    KeyValueStore killed = ENGINE.open(own, Records.settings(Durability.NONE));
    Session reader = killed.session();
    put(reader, "key", "value");
    killed
        .processes()
        .values()
        .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    String message =
        "was killed (SIGKILL), by hand or by the kernel's out-of-memory killer; its log";
    assertThatThrownBy(() -> get(reader, "key"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("mysqld in " + own)
        .hasMessageContaining(message);
    assertThatThrownBy(killed::stats).hasMessageContaining(message);
    assertThatThrownBy(killed::close).hasMessageContaining(message);
  }

  @Test
  void copiesKeepTheDataAndGoTheirOwnWay(@TempDir Path parent) throws IOException {
    Path original = Files.createDirectory(parent.resolve("original"));
    Path copy = Files.createDirectory(parent.resolve("copy"));
    try (KeyValueStore first = ENGINE.open(original, Records.settings(Durability.SYNC));
        Session writer = first.session()) {
      put(writer, "kept", "value");
    }
    ENGINE.copy(original, copy);
    try (KeyValueStore second = ENGINE.open(copy, Records.settings(Durability.NONE));
        Session writer = second.session()) {
      assertThat(get(writer, "kept")).isEqualTo("value");
      put(writer, "kept", "changed");
    }
    try (KeyValueStore first = ENGINE.open(original, Records.settings(Durability.PROCESS));
        Session reader = first.session()) {
      assertThat(get(reader, "kept")).isEqualTo("value");
    }
    ENGINE.delete(copy);
    assertThat(copy).doesNotExist();
  }
}
