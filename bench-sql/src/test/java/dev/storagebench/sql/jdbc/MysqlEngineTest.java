package dev.storagebench.sql.jdbc;

import static dev.storagebench.sql.jdbc.Records.buffer;
import static dev.storagebench.sql.jdbc.Records.get;
import static dev.storagebench.sql.jdbc.Records.put;
import static dev.storagebench.sql.jdbc.Records.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.engine.Store;
import dev.storagebench.sql.server.RealMysql;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with a server of its own; its tests share one server and use different keys. */
final class MysqlEngineTest {
  private static final MysqlEngine ENGINE = new MysqlEngine();

  @TempDir static Path folder;
  private static Store store;
  private Session session;

  @BeforeAll
  static void open() {
    RealMysql.base();
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
  void getReturnsMinusOneForAMissingKey() {
    assertThat(session.get(buffer("nothing here"), ByteBuffer.allocateDirect(10))).isEqualTo(-1);
  }

  @Test
  void putReplacesAndDeleteRemoves() {
    put(session, "key", "first");
    put(session, "key", "second");
    assertThat(get(session, "key")).isEqualTo("second");
    put(session, "key", "second");
    assertThat(get(session, "key")).isEqualTo("second");
    session.delete(buffer("key"));
    assertThat(get(session, "key")).isEqualTo("(missing)");
    session.delete(buffer("key"));
  }

  @Test
  void leavesTheCallersBuffersAsTheyWere() {
    ByteBuffer key = buffer("buffers");
    ByteBuffer value = buffer("some value");
    session.put(key, value);
    ByteBuffer into = ByteBuffer.allocateDirect(100).position(7).limit(8);
    assertThat(session.get(key, into)).isEqualTo(10);
    assertThat(into.position()).isZero();
    assertThat(into.limit()).isEqualTo(10);
    assertThat(into).isEqualTo(value);
    assertThat(key).isEqualTo(buffer("buffers"));
    assertThat(key.position()).isEqualTo(3);
  }

  @Test
  void keepsEmptyAndLongValues() {
    put(session, "empty", "");
    put(session, "long", "x".repeat(1 << 20));
    assertThat(get(session, "empty")).isEmpty();
    assertThat(get(session, "long")).hasSize(1 << 20).matches("x+");
  }

  @Test
  void keysAreBytesOfAnyValueAndLength() {
    byte[] longest = new byte[511];
    Arrays.fill(longest, (byte) 0xff);
    List<byte[]> keys =
        List.of(
            longest,
            new byte[] {0},
            new byte[] {0, 0},
            new byte[] {'a'},
            new byte[] {'A'},
            new byte[] {'a', ' '},
            new byte[] {'\'', '\\', '`', (byte) 0x80});
    for (int i = 0; i < keys.size(); i++) {
      session.put(buffer(keys.get(i)), buffer("value " + i));
    }
    ByteBuffer into = ByteBuffer.allocateDirect(100);
    for (int i = 0; i < keys.size(); i++) {
      session.get(buffer(keys.get(i)), into);
      assertThat(into).isEqualTo(buffer("value " + i));
      session.delete(buffer(keys.get(i)));
    }
  }

  @Test
  void aValueThatDoesNotFitIsAnError() {
    put(session, "too long", "0123456789");
    ByteBuffer small = ByteBuffer.allocateDirect(9);
    assertThatThrownBy(() -> session.get(buffer("too long"), small))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("10 bytes")
        .hasMessageContaining("buffer of 9");
  }

  @Test
  void scansInUnsignedByteOrder() {
    for (String key : List.of("s:b", "s:é", "s:a", "s:aa", "s:\u0001")) {
      put(session, key, key.substring(2));
    }
    assertThat(scan(session, "s:", 4))
        .containsExactly("s:\u0001=\u0001", "s:a=a", "s:aa=aa", "s:b=b");
    assertThat(scan(session, "s:aaa", 2)).containsExactly("s:b=b", "s:é=é");
    assertThat(scan(session, "\uffff\uffff", 10)).isEmpty();
  }

  @Test
  void severalThreadsPutAndGet() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> ends = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      String mine = "t" + thread + ":";
      ends.add(
          threads.submit(
              () -> {
                try (Session own = store.session()) {
                  for (int i = 0; i < 200; i++) {
                    put(own, mine + i, mine + i);
                    assertThat(get(own, mine + i)).isEqualTo(mine + i);
                  }
                }
              }));
    }
    for (Future<?> end : ends) {
      end.get();
    }
    threads.shutdown();
    assertThat(get(session, "t3:199")).isEqualTo("t3:199");
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
  void settlesAndSaysHowLargeItIs() {
    put(session, "settle", "x".repeat(500_000));
    Store.Settling settling = store.settle(Duration.ofMinutes(1));
    assertThat(settling.idle()).isTrue();
    assertThat(settling.how()).contains("innodb_max_dirty_pages_pct");
    assertThat(store.stats()).containsEntry("Innodb_buffer_pool_pages_dirty", 0L);
    assertThat(store.bytesOnDisk()).isBetween(500_000L, 100_000_000L);
  }

  @Test
  void reportsWhatBecameOfEachSetting() {
    assertThat(store.settings())
        .extracting(AppliedSetting::name, AppliedSetting::value, AppliedSetting::role)
        .contains(
            setting("cacheBytes", Integer.toString(32 << 20), AppliedSetting.Role.HONOURED),
            setting("durability", "PROCESS", AppliedSetting.Role.HONOURED),
            setting("bloomBitsPerKey", "0", AppliedSetting.Role.IGNORED),
            setting("log_bin", "OFF", AppliedSetting.Role.OWN));
    assertThat(store.settings()).noneMatch(setting -> setting.reason().isBlank());
  }

  private static Tuple setting(String name, String value, AppliedSetting.Role role) {
    return Tuple.tuple(name, value, role);
  }

  @Test
  void copiesKeepTheDataAndGoTheirOwnWay(@TempDir Path parent) throws IOException {
    Path original = Files.createDirectory(parent.resolve("original"));
    Path copy = Files.createDirectory(parent.resolve("copy"));
    try (Store first = ENGINE.open(original, Records.settings(Durability.SYNC));
        Session writer = first.session()) {
      put(writer, "kept", "value");
    }
    ENGINE.copy(original, copy);
    try (Store second = ENGINE.open(copy, Records.settings(Durability.NONE));
        Session writer = second.session()) {
      assertThat(get(writer, "kept")).isEqualTo("value");
      put(writer, "kept", "changed");
    }
    try (Store first = ENGINE.open(original, Records.settings(Durability.PROCESS));
        Session reader = first.session()) {
      assertThat(get(reader, "kept")).isEqualTo("value");
    }
    ENGINE.delete(copy);
    assertThat(copy).doesNotExist();
  }
}
