package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackedWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbsentKeysTest {
  private static final Seeds SEEDS = new Seeds(7, 0);

  @TempDir private Path folder;

  private PackedFile packed(Iterable<String> keys) throws Exception {
    Path file = folder.resolve("keys.records");
    try (PackedWriter writer = PackedWriter.create(file)) {
      for (String key : keys) {
        ByteBuffer bytes = ByteBuffer.wrap(key.getBytes(StandardCharsets.ISO_8859_1));
        writer.add(bytes, ByteBuffer.allocate(10));
      }
      writer.finish();
    }
    return PackedFile.open(file);
  }

  private static String text(ByteBuffer key) {
    return StandardCharsets.ISO_8859_1.decode(key.duplicate()).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"user%06d", "%d", "%04x", "key %d of many", "%c", "Ab%dyZ"})
  void eachIsAsLongAsItsRecordsKeyLiesBesideItAndIsNotStored(String format) throws Exception {
    int records = format.equals("%c") ? 200 : 5000;
    TreeSet<String> stored =
        new TreeSet<>(IntStream.range(0, records).mapToObj(format::formatted).toList());
    try (PackedFile file = packed(stored)) {
      KeyTable keys = KeyTable.open(file);
      KeyTable.View view = keys.view();
      AbsentKeys.View absent = AbsentKeys.of(keys).view();
      Set<String> all = new HashSet<>();
      int outside = 0;
      for (int record = 0; record < records; record++) {
        String key = text(view.key(record));
        String beside = text(absent.beside(record, view.key(record)));
        assertThat(beside).hasSameSizeAs(key);
        assertThat(stored).doesNotContain(beside);
        outside += stored.lower(beside) == null || stored.higher(beside) == null ? 1 : 0;
        all.add(beside);
      }
      if (records > 256) {
        assertThat(all).hasSizeGreaterThan(records / 10);
        assertThat(outside).isLessThan(records / 100);
      }
    }
  }

  @Test
  void digitsStayDigitsAndLettersLettersWhereSuchKeysAreFree() throws Exception {
    try (PackedFile file = packed(List.of("A7", "b2x", "QX", "100"))) {
      KeyTable keys = KeyTable.open(file);
      AbsentKeys.View absent = AbsentKeys.of(keys).view();
      KeyTable.View view = keys.view();
      List<String> found =
          IntStream.range(0, 4).mapToObj(i -> text(absent.beside(i, view.key(i)))).toList();
      assertThat(found).containsExactly("A8", "b2y", "QY", "101");
    }
  }

  @Test
  void aSetWithoutAFreeKeyIsRefused() throws Exception {
    try (PackedFile file =
        packed(IntStream.range(0, 256).mapToObj(i -> String.valueOf((char) i)).toList())) {
      KeyTable keys = KeyTable.open(file);
      assertThatThrownBy(() -> AbsentKeys.of(keys))
          .isInstanceOf(UnsupportedSettingException.class)
          .hasMessageContaining("missing=0");
    }
  }

  /** Answers every read with the sealed value of one key. */
  private record OneValue(ByteBuffer key) implements Session {
    @Override
    public int get(ByteBuffer asked, ByteBuffer into) {
      ValueChecksum.seal(key, into.clear(), 0, ValueChecksum.hash(ByteBuffer.allocate(0), 0));
      return into.limit();
    }

    @Override
    public void put(ByteBuffer written, ByteBuffer value) {}

    @Override
    public void delete(ByteBuffer deleted) {}
  }

  @Test
  void aValueForAnAbsentKeyIsAWrongAnswer() throws Exception {
    try (PackedFile file = Samples.packed(folder, 100)) {
      WorkingSet set = WorkingSet.of(file, 1);
      PointClient client = client(set, new OneValue(Samples.bytes("key 1")), 50);
      AbsentKeys.View absent = AbsentKeys.of(set.keys()).view();
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 60; i++) {
                  client.readOrMiss(absent, new OperationCounts());
                }
              })
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("was never loaded but has a value of 8 bytes");
      assertThatThrownBy(
              () -> client.readAtOnce(new KeyBatch(60, 300), absent, new OperationCounts()))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("was never loaded");
    }
  }

  @Test
  void aWrongOrMissingValueInABatchIsAWrongAnswer() throws Exception {
    try (PackedFile file = Samples.packed(folder, 100)) {
      WorkingSet set = WorkingSet.of(file, 1);
      KeyBatch batch = new KeyBatch(64, 300);
      PointClient wrong = client(set, new OneValue(Samples.bytes("another")), 100);
      assertThatThrownBy(() -> wrong.readAtOnce(batch, null, new OperationCounts()))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("never written");
      OneValue right = new OneValue(Samples.bytes("key 1"));
      Session forgets =
          new Session() {
            @Override
            public int get(ByteBuffer key, ByteBuffer into) {
              return text(key).endsWith("7") ? MISSING : right.get(key, into);
            }

            @Override
            public void put(ByteBuffer key, ByteBuffer value) {}

            @Override
            public void delete(ByteBuffer key) {}
          };
      PointClient missing = client(set, forgets, 100);
      assertThatThrownBy(() -> missing.readAtOnce(batch, null, new OperationCounts()))
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("missing");
    }
  }

  private static PointClient client(WorkingSet set, Session session, int storedPercent) {
    return new PointClient(
        new StoreAccess(session, set, SEEDS, 300, /* verifies= */ true),
        new OperationStream(set.keys(), Distribution.UNIFORM, storedPercent, 0, SEEDS, 0, 1),
        new dev.storagebench.core.workload.ValueSource(set.values(), SEEDS, 0),
        /* alone= */ false);
  }
}
