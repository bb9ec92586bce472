package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Session;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledWritesTest {
  private static final Seeds SEEDS = new Seeds(7, 0);
  private static final int MAX_VALUE_BYTES = 256;
  private static final int RECORDS = 100;

  @TempDir private Path folder;
  private PackedFile file;
  private WorkingSet set;

  private final Map<ByteBuffer, byte[]> stored = new HashMap<>();
  private long puts;

  /** Stores on the heap what is put. */
  private final Session session =
      new Session() {
        @Override
        public int get(ByteBuffer key, ByteBuffer into) {
          byte[] value = stored.get(key);
          if (value == null) {
            return MISSING;
          }
          into.clear().put(0, value).limit(value.length);
          return value.length;
        }

        @Override
        public void put(ByteBuffer key, ByteBuffer value) {
          byte[] copy = new byte[value.remaining()];
          value.get(value.position(), copy);
          stored.put(copyOf(key), copy);
          puts++;
        }

        @Override
        public void delete(ByteBuffer key) {
          throw new AssertionError("nothing is deleted");
        }
      };

  private static ByteBuffer copyOf(ByteBuffer key) {
    byte[] copy = new byte[key.remaining()];
    key.get(key.position(), copy);
    return ByteBuffer.wrap(copy);
  }

  @BeforeEach
  void load() throws Exception {
    file = Samples.packed(folder, RECORDS);
    set = WorkingSet.of(file, 1);
    ValueSource values = new ValueSource(set.values(), new Seeds(99, 0), 0);
    for (int i = 0; i < RECORDS; i++) {
      ByteBuffer key = set.keys().view().key(i);
      session.put(key, values.next(key));
    }
    puts = 0;
  }

  @AfterEach
  void close() throws Exception {
    file.close();
  }

  private long[] write(KilledWrites writes, int each) {
    long[] acknowledged = new long[writes.threads()];
    for (int thread = 0; thread < writes.threads(); thread++) {
      KilledWrites.Part part = writes.new Part(thread);
      for (int i = 0; i < each + thread; i++) {
        part.write(session);
      }
      acknowledged[thread] = (long) each + thread;
    }
    return acknowledged;
  }

  @Test
  void allAcknowledgedWritesAreFound() {
    KilledWrites writes = new KilledWrites(set, SEEDS, 3);
    long[] acknowledged = write(writes, 500);
    assertThat(writes.check(session, acknowledged, MAX_VALUE_BYTES))
        .isEqualTo(new KilledWrites.Findings(puts, 0, 0));
    // The last write of each may not have been acknowledged.
    acknowledged[0]--;
    acknowledged[2]--;
    assertThat(writes.check(session, acknowledged, MAX_VALUE_BYTES))
        .isEqualTo(new KilledWrites.Findings(puts - 2, 0, 0));
  }

  @Test
  void aSecondWriteThatWasNotAcknowledgedIsWrong() {
    KilledWrites writes = new KilledWrites(set, SEEDS, 1);
    long[] acknowledged = write(writes, 500);
    acknowledged[0] -= 2;
    assertThat(writes.check(session, acknowledged, MAX_VALUE_BYTES).lost()).isEqualTo(1);
  }

  @Test
  void olderAndMissingRecordsAreLostAndDamagedOnesTorn() {
    KilledWrites writes = new KilledWrites(set, SEEDS, 4);
    Map<ByteBuffer, byte[]> before = new HashMap<>(stored);
    long[] acknowledged = write(writes, 500);
    ByteBuffer older = Samples.bytes("key 1");
    ByteBuffer missing = Samples.bytes("key 2");
    ByteBuffer torn = Samples.bytes("key 3");
    stored.put(older, Objects.requireNonNull(before.get(older)));
    stored.remove(missing);
    Objects.requireNonNull(stored.get(torn))[0]++;
    KilledWrites.Findings found = writes.check(session, acknowledged, MAX_VALUE_BYTES);
    assertThat(found).isEqualTo(new KilledWrites.Findings(puts, 2, 1));
    assertThatThrownBy(() -> found.require(false))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("2 records are lost and 1 torn");
  }

  @Test
  void ofManyRecordsSomeAreReadAndThoseThatWereWrittenLast() {
    KilledWrites writes = new KilledWrites(set, SEEDS, 2);
    long[] acknowledged = write(writes, 200);
    assertThat(writes.check(session, acknowledged, MAX_VALUE_BYTES, 40))
        .isEqualTo(new KilledWrites.Findings(puts, 0, 0));
    // One of each thread is late.
    stored.clear();
    long lost = writes.check(session, acknowledged, MAX_VALUE_BYTES, 40).lost();
    assertThat(lost).isBetween(34L, 34L + 2);
    assertThat(KilledWrites.reads(2_000_000, 7)).isEqualTo(300_007);
  }

  @Test
  void ofManyRecordsSomeAreReadOfEachThreadsPart() {
    KilledWrites writes = new KilledWrites(set, SEEDS, 2);
    for (int record = 1; record < RECORDS; record += 2) {
      stored.remove(set.keys().view().key(record));
    }
    // Each third one: each second one would be of the first thread.
    assertThat(writes.check(session, new long[2], MAX_VALUE_BYTES, 50).lost()).isEqualTo(17);
  }

  @Test
  void ofManyRecordsThoseThatWereWrittenLastAreRead() {
    KilledWrites writes = new KilledWrites(set, SEEDS, 1);
    stored.clear();
    long[] acknowledged = write(writes, 4);
    KeyTable.View keys = set.keys().view();
    long late =
        IntStream.range(0, RECORDS)
            .filter(i -> i % 2 == 1 && stored.containsKey(keys.key(i)))
            .count();
    stored.clear();
    assertThat(late).isPositive();
    assertThat(writes.check(session, acknowledged, MAX_VALUE_BYTES, 99).lost())
        .isEqualTo(50 + late);
  }

  @Test
  void lostRecordsAreRefusedOnlyWhereNoneMayBe() {
    KilledWrites.Findings found = new KilledWrites.Findings(10, 1, 0);
    assertThatCode(() -> found.require(false)).doesNotThrowAnyException();
    assertThatThrownBy(() -> found.require(true)).isInstanceOf(WrongAnswerException.class);
  }

  @Test
  void noMoreThreadsWriteThanThereAreRecords() {
    assertThat(new KilledWrites(set, SEEDS, 1000).threads()).isEqualTo(RECORDS);
  }
}
