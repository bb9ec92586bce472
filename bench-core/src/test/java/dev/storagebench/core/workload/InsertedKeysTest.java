package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Session;
import dev.storagebench.datasets.packed.KeyTable;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsertedKeysTest {
  private static final Seeds SEEDS = new Seeds(7, 0);
  private static final int RECORDS = 1000;

  @TempDir private Path folder;

  private static String text(ByteBuffer key) {
    return StandardCharsets.UTF_8.decode(key.duplicate()).toString();
  }

  @Test
  void eachThreadAndInsertionHasAKeyOfItsOwnAmongTheLoadedOnes() throws Exception {
    try (PackedFile file = Samples.packed(folder, RECORDS)) {
      KeyTable keys = KeyTable.open(file);
      Set<String> all = new HashSet<>();
      for (int thread = 0; thread < 3; thread++) {
        InsertedKeys own = new InsertedKeys(keys, false, SEEDS, thread, 3);
        for (int i = 0; i < 5000; i++) {
          assertThat(own.next()).isEqualTo(RECORDS + i);
          assertThat(text(own.key(own.next()))).startsWith("key ");
          all.add(text(own.key(own.next())));
          own.added();
        }
        for (int i = 0; i < RECORDS; i++) {
          assertThat(text(own.key(i))).isEqualTo("key " + i);
          all.add(text(own.key(i)));
        }
      }
      assertThat(all).hasSize(3 * 5000 + RECORDS);
    }
  }

  @Test
  void theLastOneInsertedIsTheMostPopularOfTheLatest() throws Exception {
    try (PackedFile file = Samples.packed(folder, RECORDS)) {
      InsertedKeys latest = new InsertedKeys(KeyTable.open(file), true, SEEDS, 0, 1);
      InsertedKeys others = new InsertedKeys(KeyTable.open(file), false, SEEDS, 0, 1);
      assertThat(latest.drawn(RECORDS - 1)).isEqualTo(RECORDS - 1);
      int inserted = latest.next();
      latest.added();
      others.added();
      assertThat(latest.drawn(RECORDS - 1)).isEqualTo(inserted);
      assertThat(latest.drawn(0)).isEqualTo(1);
      assertThat(others.drawn(RECORDS - 1)).isEqualTo(RECORDS - 1);
    }
  }

  @Test
  void anInsertedRecordThatIsLostIsAWrongAnswer() throws Exception {
    Map<String, byte[]> stored = new HashMap<>();
    Session session =
        new Session() {
          @Override
          public int get(ByteBuffer key, ByteBuffer into) {
            byte[] value = stored.get(text(key));
            if (value != null) {
              into.clear().put(0, value).limit(value.length);
            }
            return value == null ? MISSING : value.length;
          }

          @Override
          public void put(ByteBuffer key, ByteBuffer value) {
            byte[] copy = new byte[value.remaining()];
            value.duplicate().get(copy);
            stored.put(text(key), copy);
          }

          @Override
          public void delete(ByteBuffer key) {}
        };
    try (PackedFile file = Samples.packed(folder, RECORDS)) {
      WorkingSet set = WorkingSet.of(file, 1);
      PointClient client =
          new PointClient(
                  new StoreAccess(session, set, SEEDS, 300, /* verifies= */ true),
                  new OperationStream(set.keys(), Distribution.LATEST, 50, 50, SEEDS, 0, 1),
                  new ValueSource(set.values(), SEEDS, 0),
                  /* alone= */ true)
              .inserting(new InsertedKeys(set.keys(), true, SEEDS, 0, 1));
      OperationCounts counts = new OperationCounts();
      for (int i = 0; i < 100; i++) {
        client.insert(counts);
      }
      assertThat(stored).hasSize(100);
      assertThat(counts.writes).isEqualTo(100);
      stored.clear();
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  client.mixOrInsert(counts);
                  stored.clear();
                }
              })
          .isInstanceOf(WrongAnswerException.class)
          .hasMessageContaining("missing");
      assertThatThrownBy(client::close).isInstanceOf(WrongAnswerException.class);
    }
  }
}
