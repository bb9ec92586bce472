package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Session;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client that deletes records finds wrong; {@code PointClientIT} has the others. */
class PointClientTest {
  private static final int RECORDS = 200;
  private static final Seeds SEEDS = new Seeds(7, 0);

  @TempDir private Path folder;
  private final ForgetfulSession session = new ForgetfulSession();
  private final OperationCounts counts = new OperationCounts();
  private final DeletedRecords deleted = DeletedRecords.none(RECORDS, 1);
  private PackedFile file;
  private WorkingSet set;

  /** Stores what it is given, and may forget to put or to delete. */
  private static final class ForgetfulSession implements Session {
    private final Map<ByteBuffer, byte[]> stored = new HashMap<>();
    private boolean puts = true;
    private boolean deletes = true;
    private Runnable misses = () -> {};

    private static byte[] bytes(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(buffer.position(), bytes);
      return bytes;
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer into) {
      byte[] value = stored.get(key);
      if (value == null) {
        misses.run();
        return MISSING;
      }
      into.clear().put(0, value).limit(value.length);
      return value.length;
    }

    @Override
    public void put(ByteBuffer key, ByteBuffer value) {
      if (puts) {
        stored.put(ByteBuffer.wrap(bytes(key)), bytes(value));
      }
    }

    @Override
    public void delete(ByteBuffer key) {
      if (deletes) {
        stored.remove(key);
      }
    }
  }

  @BeforeEach
  void load() throws Exception {
    file = Samples.packed(folder, RECORDS);
    set = WorkingSet.of(file, 1);
    ByteBuffer value = ValueChecksum.buffer(300);
    try (PackedCursor cursor = file.cursor()) {
      while (cursor.next()) {
        int bytes = cursor.value().remaining();
        value.clear().put(0, cursor.value(), cursor.value().position(), bytes);
        long hash = ValueChecksum.hash(value.limit(bytes).position(0), 0);
        ValueChecksum.seal(cursor.key(), value.clear(), bytes, hash);
        session.put(cursor.key(), value);
      }
    }
  }

  @AfterEach
  void close() throws Exception {
    file.close();
  }

  private PointClient client(int readPercent) {
    return new PointClient(
        session,
        new OperationStream(
            set.keys(), Distribution.UNIFORM, readPercent, (100 - readPercent) / 2, SEEDS, 0, 1),
        new ValueSource(set.values(), SEEDS, 0),
        300,
        /* verifies= */ true,
        /* alone= */ true,
        deleted);
  }

  private void run(PointClient client, int operations) {
    for (int i = 0; i < operations; i++) {
      client.mix(counts);
    }
  }

  @Test
  void whatIsMissingIsWhatWasDeleted() {
    PointClient client = client(50);
    run(client, 5000);
    client.close();
    assertThat(counts.hits + counts.misses + counts.writes + counts.deletes).isEqualTo(5000);
    assertThat(counts.misses).isBetween(500L, 2000L);
    for (int record = 0; record < RECORDS; record++) {
      ByteBuffer key = Samples.bytes("key " + record);
      assertThat(session.stored.containsKey(key)).isNotEqualTo(deleted.contains(record));
    }
  }

  @Test
  void aRecordThatWasNotPutBackIsFound() {
    PointClient client = client(50);
    run(client, 1000);
    session.puts = false;
    assertThatThrownBy(() -> run(client, 5000))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void aRecordThatIsStillThereIsFoundAtTheEnd() {
    PointClient client = client(0);
    run(client, 1000);
    session.deletes = false;
    run(client, LastWrites.KEPT);
    assertThatThrownBy(client::close)
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("was deleted but is still stored");
  }

  private PointClient oneOfSeveral(int thread) {
    return new PointClient(
        session,
        new OperationStream(set.keys(), Distribution.UNIFORM, 50, 0, SEEDS, thread, 2),
        new ValueSource(set.values(), SEEDS, thread),
        300,
        /* verifies= */ true,
        /* alone= */ false,
        null);
  }

  private List<PointClient> closedAfterWriting() {
    List<PointClient> both = List.of(oneOfSeveral(0), oneOfSeveral(1));
    // Few: the payload of one write in 200 is the one that was loaded.
    for (int i = 0; i < 5; i++) {
      both.forEach(each -> each.write(counts));
    }
    both.forEach(PointClient::close);
    return both;
  }

  @Test
  void ofSeveralThreadsOneFindsTheLastWrite() {
    assertThatCode(() -> PointClient.requireStored(closedAfterWriting()))
        .doesNotThrowAnyException();
  }

  @Test
  void aStoreThatKeepsNoWritesOfSeveralThreadsIsFound() {
    session.puts = false;
    List<PointClient> both = closedAfterWriting();
    assertThatThrownBy(() -> PointClient.requireStored(both))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("no thread finds any of its last writes");
  }

  @Test
  void aRecordThatIsPutBackBetweenReadAndQuestionIsReadAgain() {
    Map<ByteBuffer, byte[]> before = new HashMap<>(session.stored);
    session.stored.clear();
    session.misses = () -> session.stored.putAll(before);
    run(client(100), 1);
    assertThat(counts.hits).isEqualTo(1);
    assertThat(counts.misses).isZero();
  }
}
