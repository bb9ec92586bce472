package dev.storagebench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every storage engine must do. A subclass names the engine; if the engine cannot run here,
 * its tests are aborted with the reason.
 */
public abstract class EngineContract extends ClientContract {
  @Test
  void getReturnsMinusOneForAMissingKey() {
    put("b", "2");
    assertThat(session.get(direct("a"), into)).isEqualTo(-1);
    assertThat(session.get(direct("bb"), into)).isEqualTo(-1);
    assertThat(session.get(direct("c"), into)).isEqualTo(-1);
  }

  @Test
  void getCopiesTheValueToTheStartOfTheBuffer() {
    put("key", "value");
    into.limit(100).position(50);
    assertThat(session.get(direct("key"), into)).isEqualTo(5);
    assertThat(into.position()).isZero();
    assertThat(into.limit()).isEqualTo(5);
    assertThat(text(into)).isEqualTo("value");
  }

  @Test
  void buffersAreUnchangedAfterEachCall() {
    ByteBuffer key = direct("key");
    ByteBuffer value = direct("value");
    session.put(key, value);
    session.get(key, into);
    if (engine.capabilities().ordered()) {
      session.scan(key, Direction.FORWARD, 1, (k, v) -> {});
      session.scan(key, Direction.BACKWARD, 1, (k, v) -> {});
    }
    session.delete(key);
    assertThat(List.of(key.position(), key.limit(), value.position(), value.limit()))
        .containsExactly(8, 11, 8, 13);
    assertThat(text(key) + text(value)).isEqualTo("keyvalue");
  }

  @Test
  void severalKeysAreReadAtOnceWhetherStoredOrNotAndAsOftenAsAsked() {
    int[] asked = {7, 250, 7, 0, 199, 200, 7, 199, -1, 42};
    for (int i = 0; i < 200; i++) {
      put("key " + i, "value " + i + " " + "x".repeat(i * 37 % 6000));
    }
    put("empty", "");
    // Twice, and then of another size.
    for (int round = 0; round < 3; round++) {
      int size = round < 2 ? asked.length : 3;
      ByteBuffer[] keys = new ByteBuffer[size];
      ByteBuffer[] values = new ByteBuffer[size];
      int[] lengths = new int[size];
      for (int i = 0; i < size; i++) {
        keys[i] = fromZero(asked[i] < 0 ? "empty" : "key " + asked[i]);
        values[i] = ByteBuffer.allocateDirect(8192).limit(9).position(3);
      }
      session.getAll(keys, values, lengths);
      for (int i = 0; i < size; i++) {
        assertThat(text(keys[i])).isEqualTo(asked[i] < 0 ? "empty" : "key " + asked[i]);
        String expected = get(text(keys[i]));
        assertThat(lengths[i]).isEqualTo(expected.equals("missing") ? -1 : expected.length());
        if (lengths[i] >= 0) {
          assertThat(text(values[i])).isEqualTo(expected);
        }
      }
      put("key 7", "overwritten in between");
    }
  }

  @Test
  void aValueThatDoesNotFitAmongSeveralIsAnErrorAndTheSessionGoesOn() {
    put("short", "x");
    put("long", "x".repeat(100));
    ByteBuffer[] keys = {fromZero("short"), fromZero("long"), fromZero("none")};
    ByteBuffer[] small = new ByteBuffer[3];
    Arrays.setAll(small, i -> ByteBuffer.allocateDirect(99));
    assertThatThrownBy(() -> session.getAll(keys, small, new int[3]))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("100")
        .hasMessageContaining("99");
    assertThat(get("long")).hasSize(100);
  }

  private static ByteBuffer fromZero(String key) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocateDirect(bytes.length + 8).put(bytes).flip();
  }

  @Test
  void putReplacesAnEarlierValue() {
    put("key", "a long first value");
    put("key", "second");
    assertThat(get("key")).isEqualTo("second");
    put("key", "a third value that is longer than both before it");
    assertThat(get("key")).isEqualTo("a third value that is longer than both before it");
  }

  @Test
  void deleteRemovesAKeyAndNoOther() {
    put("a", "1");
    put("b", "2");
    session.delete(direct("a"));
    session.delete(direct("never stored"));
    assertThat(get("a")).isEqualTo("missing");
    assertThat(get("b")).isEqualTo("2");
    put("a", "again");
    assertThat(get("a")).isEqualTo("again");
  }

  @Test
  void valuesFromEmptyToOneMebibyteComeBackAsTheyWere() {
    Random random = new Random(1);
    for (int length : new int[] {0, 1, 7, 8, 4095, 4096, 4097, 65_536, MIB}) {
      byte[] value = new byte[length];
      random.nextBytes(value);
      session.put(direct("length " + length), direct(value));
      assertThat(session.get(direct("length " + length), into)).isEqualTo(length);
      byte[] read = new byte[length];
      into.get(read);
      assertThat(read).isEqualTo(value);
    }
  }

  @Test
  void keysOfAnyBytesUpTo511AreKeptApart() {
    byte[] longest = new byte[511];
    byte[] almost = new byte[510];
    List<byte[]> keys =
        List.of(
            new byte[] {0},
            new byte[] {0, 0},
            new byte[] {0, ' '},
            new byte[] {-1},
            new byte[] {-1, ' '},
            longest,
            almost);
    for (int i = 0; i < keys.size(); i++) {
      session.put(direct(keys.get(i)), direct("value " + i));
    }
    for (int i = 0; i < keys.size(); i++) {
      session.get(direct(keys.get(i)), into);
      assertThat(text(into)).isEqualTo("value " + i);
    }
  }

  @Test
  void aValueThatDoesNotFitIsAnErrorAndTheSessionGoesOn() {
    put("key", "x".repeat(100));
    ByteBuffer small = ByteBuffer.allocateDirect(99);
    assertThatThrownBy(() -> session.get(direct("key"), small))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("100")
        .hasMessageContaining("99");
    assertThat(get("key")).hasSize(100);
  }

  /** Whether the engine keeps this promise or a stronger one. */
  private boolean promises(Durability durability) {
    return engine.capabilities().durabilities().stream()
        .anyMatch(kept -> kept.compareTo(durability) >= 0);
  }

  @ParameterizedTest
  @EnumSource
  void aReopenedStoreHoldsWhatWasPut(Durability durability) {
    assumeTrue(promises(durability), engine.name() + " refuses it");
    reopen(settings(durability, Compression.NONE));
    put("kept", durability.name());
    put("deleted", "x");
    session.delete(direct("deleted"));
    reopen(settings(durability, Compression.NONE));
    assertThat(get("kept")).isEqualTo(durability.name());
    assertThat(get("deleted")).isEqualTo("missing");
  }

  @Test
  void aStoreLoadedWithoutDurabilityOpensWithAnyOther() {
    load(2_000);
    for (Durability durability : Durability.values()) {
      if (promises(durability)) {
        reopen(settings(durability, Compression.NONE));
        assertThat(get("key 1999")).startsWith("value 1999 ");
        put("more " + durability.name(), "1");
      }
    }
    reopen(settings(Durability.NONE, Compression.NONE));
    assertThat(get("more NONE")).isEqualTo("1");
    assertThat(get("more SYNC")).isEqualTo(promises(Durability.SYNC) ? "1" : "missing");
  }

  private void load(int records) {
    try (BulkLoader loader = store.loader()) {
      for (int i = 0; i < records; i++) {
        loader.add(direct("key " + i), direct("value " + i + " " + "abcdefgh".repeat(60)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachCodecWorksOrIsRefusedByName(Compression compression, @TempDir Path other)
      throws IOException {
    close();
    EngineSettings settings = settings(Durability.NONE, compression);
    if (!engine.capabilities().compressions().contains(compression)) {
      assertThatThrownBy(() -> engine.open(other, settings))
          .isInstanceOf(UnsupportedSettingException.class)
          .hasMessageContaining(compression.name().toLowerCase(Locale.ROOT))
          .hasMessageContaining("none");
      return;
    }
    store = null;
    try (KeyValueStore compressed = engine.open(other, settings);
        BulkLoader loader = compressed.loader()) {
      for (int period = 1; period <= 40; period++) {
        loader.add(direct("key " + period), direct(repeated(period)));
      }
    }
    try (KeyValueStore compressed = engine.open(other, settings);
        Session own = compressed.session()) {
      for (int period = 1; period <= 40; period++) {
        own.get(direct("key " + period), into);
        assertThat(text(into)).isEqualTo(repeated(period));
      }
    }
  }

  /** Repetitions that overlap, which a codec copies in pieces. */
  private static String repeated(int period) {
    return "0123456789abcdefghijklmnopqrstuvwxyzABCD".substring(0, period).repeat(6000 / period);
  }

  @Test
  void aSettledStoreIsIdleAndHasASize() {
    load(10_000);
    Store.Settling settling = store.settle(Duration.ofSeconds(60));
    assertThat(settling.idle()).isTrue();
    assertThat(settling.how()).isNotBlank();
    assertThat(store.bytesOnDisk()).isBetween(1L * MIB, 100L * MIB);
  }

  /** The name of a folder in which few engines would be tried otherwise. */
  protected String oddFolder() {
    return "it's \"odd\" #1? %20&=$x";
  }

  @Test
  void aCopyIsAStoreOfItsOwnWhateverItsFolderIsCalled() throws IOException {
    put("key", "original");
    store.settle(Duration.ofSeconds(60));
    close();
    Path copy = Files.createTempDirectory(oddFolder());
    try {
      engine.copy(folder, copy);
      try (KeyValueStore other = engine.open(copy, settings(Durability.NONE, Compression.NONE));
          Session own = other.session()) {
        assertThat(own.get(direct("key"), into)).isEqualTo("original".length());
        own.put(direct("key"), direct("changed"));
      }
      reopen(settings(Durability.NONE, Compression.NONE));
      assertThat(get("key")).isEqualTo("original");
    } finally {
      engine.delete(copy);
    }
    assertThat(copy).doesNotExist();
  }

  @Test
  void everySettingIsAccountedFor() {
    Set<String> names =
        Set.of(
            "cacheBytes",
            "writeBufferBytes",
            "blockBytes",
            "compression",
            "durability",
            "bloomBitsPerKey");
    assertThat(store.settings()).extracting(AppliedSetting::name).containsAll(names);
    assertThat(store.settings()).allSatisfy(each -> assertThat(each.reason()).isNotBlank());
  }

  @Test
  void anUnknownOptionIsRefusedByItsName() {
    close();
    EngineSettings settings =
        settings(Durability.NONE, Compression.NONE).withOptions(Map.of("nosuchoption", "1"));
    assertThatThrownBy(() -> engine.open(folder, settings))
        .isInstanceOf(EngineException.class)
        .message()
        .containsIgnoringCase("nosuchoption");
    reopen(settings(Durability.NONE, Compression.NONE));
  }

  @Test
  void eachPromiseIsKeptOrReplacedByAStrongerOneOrRefusedByName() {
    for (Durability durability : EnumSet.allOf(Durability.class)) {
      EngineSettings settings = settings(durability, Compression.NONE);
      if (!promises(durability)) {
        close();
        assertThatThrownBy(() -> engine.open(folder, settings))
            .isInstanceOf(UnsupportedSettingException.class)
            .hasMessageContaining(durability.name().toLowerCase(Locale.ROOT));
        continue;
      }
      reopen(settings);
      AppliedSetting applied =
          store.settings().stream().filter(s -> s.name().equals("durability")).findAny().get();
      assertThat(applied.role())
          .isEqualTo(
              engine.capabilities().durabilities().contains(durability)
                  ? AppliedSetting.Role.HONOURED
                  : AppliedSetting.Role.REPLACED);
    }
  }

  @Test
  void severalLoadersLoadAtOnce() throws Exception {
    int records = 12_000;
    inParallel(
        thread -> {
          try (BulkLoader loader = store.loader()) {
            for (int i = 0; i < records; i++) {
              loader.add(direct("thread " + thread + " key " + i), direct("value " + i));
            }
          }
        });
    for (int thread = 0; thread < THREADS; thread++) {
      for (int i = 0; i < records; i += 100) {
        assertThat(get("thread " + thread + " key " + i)).isEqualTo("value " + i);
      }
    }
  }

  @Test
  void severalThreadsReadAndWriteAtOnce() throws Exception {
    int keys = 500;
    inParallel(thread -> writeAndReadBack(thread, keys));
    for (int t = 0; t < THREADS; t++) {
      assertThat(get("thread " + t + " key " + (keys - 1))).isEqualTo("value " + (keys - 1));
    }
  }

  private void writeAndReadBack(int thread, int keys) {
    ByteBuffer answer = ByteBuffer.allocateDirect(1024);
    try (Session own = store.session()) {
      for (int i = 0; i < keys; i++) {
        own.put(direct("thread " + thread + " key " + i), direct("value " + i));
        own.get(direct("thread " + thread + " key " + i / 2), answer);
        assertThat(text(answer)).isEqualTo("value " + i / 2);
      }
    }
  }
}
