package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValueChecksumTest {
  @TempDir private Path folder;

  private static ByteBuffer direct(String text) {
    ByteBuffer bytes = Samples.bytes(text);
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
  }

  @Test
  void aSealedValueHoldsUnderItsKeyOnly() {
    ByteBuffer value = ValueChecksum.buffer(100);
    value.put(0, "payload".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    ByteBuffer key = direct("key");
    ValueChecksum.seal(key, value, 7, ValueChecksum.hash(direct("payload"), 0));
    assertThat(value.remaining()).isEqualTo(15);
    assertThat(ValueChecksum.holds(key, value, 15)).isTrue();
    assertThat(ValueChecksum.holds(direct("kez"), value, 15)).isFalse();
    assertThat(ValueChecksum.holds(key, value, 14)).isFalse();
    assertThat(ValueChecksum.holds(key, value, 7)).isFalse();
  }

  @Test
  void everyFlippedBitIsFound() {
    ByteBuffer value = ValueChecksum.buffer(100);
    ByteBuffer key = direct("key");
    ValueChecksum.seal(key, value, 40, ValueChecksum.hash(ByteBuffer.allocateDirect(40), 0));
    for (int bit = 0; bit < 48 * 8; bit++) {
      value.put(bit / 8, (byte) (value.get(bit / 8) ^ (1 << (bit % 8))));
      assertThat(ValueChecksum.holds(key, value, 48)).as("bit %d", bit).isFalse();
      value.put(bit / 8, (byte) (value.get(bit / 8) ^ (1 << (bit % 8))));
    }
    assertThat(ValueChecksum.holds(key, value, 48)).isTrue();
  }

  @Test
  void aValueSourceGivesSealedValuesOfTheDataSetsSizes() throws Exception {
    try (PackedFile file = Samples.packed(folder, 2000)) {
      ValuePool pool = ValuePool.sample(file, 20_000, 1);
      assertThat(pool.bytes()).isBetween(10_000, 20_000);
      ValueSource source = new dev.storagebench.core.workload.ValueSource(pool, new Seeds(1, 0), 0);
      Set<Integer> lengths = new HashSet<>();
      ByteBuffer key = direct("any key");
      for (int i = 0; i < 5000; i++) {
        ByteBuffer value = source.next(key);
        assertThat(value.position()).isZero();
        assertThat(ValueChecksum.holds(key, value, value.limit())).isTrue();
        lengths.add(value.limit() - ValueChecksum.BYTES);
      }
      assertThat(lengths).hasSizeGreaterThan(100).allMatch(length -> length >= 1 && length <= 200);
    }
  }

  @Test
  void aPoolKeepsOneValueHoweverSmallItsBudget() throws Exception {
    try (PackedFile file = Samples.packed(folder, 10)) {
      assertThat(ValuePool.sample(file, 0, 1).size()).isEqualTo(1);
    }
  }

  @Test
  void theDigestTellsEachPartOfTheWorkApart() throws Exception {
    try (PackedFile file = Samples.packed(folder, 500)) {
      WorkingSet set = WorkingSet.of(file, 1);
      Seeds seeds = new Seeds(1, 0);
      Set<String> digests = new HashSet<>();
      digests.add(Samples.digest(set, Distribution.UNIFORM, 95, 0, seeds, 2));
      digests.add(Samples.digest(set, Distribution.UNIFORM, 95, 0, seeds, 1));
      digests.add(Samples.digest(set, Distribution.UNIFORM, 99, 0, seeds, 2));
      digests.add(Samples.digest(set, Distribution.ZIPFIAN, 95, 0, seeds, 2));
      digests.add(Samples.digest(set, Distribution.ZIPFIAN, 95, 5, seeds, 2));
      digests.add(Samples.digest(set, Distribution.SEQUENTIAL, 95, 0, seeds, 2));
      digests.add(Samples.digest(set, Distribution.UNIFORM, 95, 0, new Seeds(2, 0), 2));
      digests.add(Samples.digest(set, Distribution.UNIFORM, 95, 0, new Seeds(1, 1), 2));
      assertThat(digests).hasSize(8);
      assertThat(Samples.digest(set, Distribution.UNIFORM, 95, 0, seeds, 2)).isIn(digests);
    }
  }
}
