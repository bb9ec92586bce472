package dev.storagebench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the scans of every engine that keeps an order must do. */
public abstract class ScanContract extends BatchContract {
  private static final HexFormat HEX = HexFormat.of();

  private void assumeOrdered() {
    assumeTrue(engine.capabilities().ordered(), engine.name() + " keeps no order");
  }

  private List<String> scan(ByteBuffer from, Direction direction, int limit) {
    return scan(session, from, direction, limit);
  }

  /** The records as {@code key=value}. */
  private static List<String> scan(
      Session session, ByteBuffer from, Direction direction, int limit) {
    List<String> seen = new ArrayList<>();
    int position = from.position();
    int visited =
        session.scan(
            from,
            direction,
            limit,
            (key, value) -> {
              assertThat(from.position()).isEqualTo(position);
              seen.add(text(key) + "=" + text(value));
            });
    assertThat(visited).isEqualTo(seen.size());
    return seen;
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyStoreHasNothingToScan(Direction direction) {
    assumeOrdered();
    assertThat(scan(direct("a"), direction, 9)).isEmpty();
    put("a", "1");
    session.delete(direct("a"));
    assertThat(scan(direct("a"), direction, 9)).isEmpty();
  }

  @Test
  void aSingleRecordIsSeenFromItsKeyAndFromTheSideThatLeadsToIt() {
    assumeOrdered();
    put("m", "1");
    for (Direction direction : Direction.values()) {
      assertThat(scan(direct("m"), direction, 9)).containsExactly("m=1");
    }
    assertThat(scan(direct("a"), Direction.FORWARD, 9)).containsExactly("m=1");
    assertThat(scan(direct("a"), Direction.BACKWARD, 9)).isEmpty();
    assertThat(scan(direct("z"), Direction.FORWARD, 9)).isEmpty();
    assertThat(scan(direct("z"), Direction.BACKWARD, 9)).containsExactly("m=1");
  }

  @Test
  void aScanBeginsAtTheNearestKeyInItsDirection() {
    assumeOrdered();
    for (String key : List.of("b", "d", "f", "h")) {
      put(key, key);
    }
    assertThat(scan(direct("d"), Direction.FORWARD, 2)).containsExactly("d=d", "f=f");
    assertThat(scan(direct("d"), Direction.BACKWARD, 2)).containsExactly("d=d", "b=b");
    assertThat(scan(direct("e"), Direction.FORWARD, 2)).containsExactly("f=f", "h=h");
    assertThat(scan(direct("e"), Direction.BACKWARD, 2)).containsExactly("d=d", "b=b");
    // A prefix stands before what it is a prefix of.
    assertThat(scan(direct("dd"), Direction.FORWARD, 1)).containsExactly("f=f");
    assertThat(scan(direct("dd"), Direction.BACKWARD, 1)).containsExactly("d=d");
    assertThat(scan(direct("h"), Direction.FORWARD, 99)).containsExactly("h=h");
    assertThat(scan(direct("b"), Direction.BACKWARD, 99)).containsExactly("b=b");
    assertThat(scan(direct("a"), Direction.FORWARD, 99))
        .containsExactly("b=b", "d=d", "f=f", "h=h");
    assertThat(scan(direct("z"), Direction.BACKWARD, 99))
        .containsExactly("h=h", "f=f", "d=d", "b=b");
  }

  @ParameterizedTest
  @EnumSource
  void keysOfAnyBytesAreVisitedInUnsignedOrder(Direction direction) {
    assumeOrdered();
    Random random = new Random(1);
    byte[] bytes = {0, 1, ' ', 0x7f, (byte) 0x80, (byte) 0xff};
    NavigableMap<byte[], String> all = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < 600; i++) {
      byte[] key = new byte[1 + random.nextInt(i % 50 == 0 ? 511 : 5)];
      for (int k = 0; k < key.length; k++) {
        key[k] = bytes[random.nextInt(bytes.length)];
      }
      String value = i + " " + "x".repeat(random.nextInt(i % 50 == 0 ? 9000 : 200));
      all.put(key, value);
      session.put(direct(key), direct(value));
    }
    List<byte[]> starts = new ArrayList<>(all.keySet());
    starts.add(new byte[511]);
    byte[] last = new byte[511];
    Arrays.fill(last, (byte) 0xff);
    starts.add(last);
    for (byte[] start : starts) {
      int limit = 1 + random.nextInt(12);
      List<String> expected =
          (direction == Direction.FORWARD
                  ? all.tailMap(start, true)
                  : all.headMap(start, true).descendingMap())
              .entrySet().stream()
                  .limit(limit)
                  .map(record -> HEX.formatHex(record.getKey()) + "=" + record.getValue())
                  .toList();
      List<String> seen = new ArrayList<>();
      session.scan(
          direct(start), direction, limit, (key, value) -> seen.add(hex(key) + "=" + text(value)));
      assertThat(seen).isEqualTo(expected);
    }
  }

  private static String hex(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return HEX.formatHex(bytes);
  }

  @ParameterizedTest
  @EnumSource
  void aScanShowsWhatWasWrittenBeforeItBeganByAnySession(Direction direction) {
    assumeOrdered();
    put("a", "1");
    put("c", "3");
    ByteBuffer from = direct(direction == Direction.FORWARD ? "a" : "c");
    assertThat(scan(from, direction, 9)).containsExactlyInAnyOrder("a=1", "c=3");
    put("b", "2");
    put("c", "another");
    assertThat(scan(from, direction, 9)).containsExactlyInAnyOrder("a=1", "b=2", "c=another");
    try (Session other = store.session()) {
      other.delete(direct("b"));
      other.put(direct("a"), direct("changed"));
    }
    assertThat(scan(from, direction, 9)).containsExactlyInAnyOrder("a=changed", "c=another");
    try (Session other = store.session()) {
      assertThat(scan(other, from, direction, 1))
          .containsExactly(direction == Direction.FORWARD ? "a=changed" : "c=another");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLongScanOfASettledStoreMissesNothing(Direction direction) {
    assumeOrdered();
    int records = 5000;
    try (BulkLoader loader = store.loader()) {
      for (int i = 0; i < records; i++) {
        int scattered = (int) (i * 2_654_435_761L % records);
        loader.add(direct("key %05d".formatted(scattered)), direct("value " + scattered));
      }
    }
    store.settle(Duration.ofSeconds(60));
    for (int i = 0; i < records; i += 3) {
      session.delete(direct("key %05d".formatted(i)));
    }
    List<String> seen =
        scan(
            direct(direction == Direction.FORWARD ? "key 00000" : "key 99999"), direction, records);
    assertThat(seen).hasSize(records - (records + 2) / 3);
    assertThat(seen)
        .isSortedAccordingTo(
            direction == Direction.FORWARD
                ? Comparator.<String>naturalOrder()
                : Comparator.<String>reverseOrder());
    assertThat(seen).contains("key 00001=value 1", "key 04999=value 4999");
  }

  @Test
  void aLoadWhoseKeysAscendAtFirstMissesNothing() {
    assumeOrdered();
    List<String> loaded = new ArrayList<>();
    try (BulkLoader loader = store.loader()) {
      for (String keys : List.of("b", "a", "c")) {
        for (int i = 0; i < 11_000; i++) {
          loader.add(direct("%s %05d".formatted(keys, i)), direct(keys + i));
          loaded.add("%s %05d=%s%d".formatted(keys, i, keys, i));
        }
      }
    }
    Collections.sort(loaded);
    assertThat(scan(direct("a"), Direction.FORWARD, 40_000)).isEqualTo(loaded);
  }

  @ParameterizedTest
  @EnumSource
  void aVisitorsErrorEndsTheScanAndTheSessionGoesOn(Direction direction) {
    assumeOrdered();
    put("a", "1");
    put("b", "2");
    ByteBuffer from = direct("a");
    assertThatThrownBy(
            () ->
                session.scan(
                    from,
                    direction,
                    9,
                    (key, value) -> {
                      throw new EngineException("enough");
                    }))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("enough");
    put("a", "again");
    assertThat(scan(from, direction, 1)).containsExactly("a=again");
  }

  @Test
  void anEngineWithoutAnOrderSaysSo() {
    assumeTrue(!engine.capabilities().ordered(), engine.name() + " keeps an order");
    put("a", "1");
    assertThatThrownBy(() -> session.scan(direct("a"), Direction.FORWARD, 1, (key, value) -> {}))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("order");
  }
}
