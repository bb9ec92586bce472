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

/** Wrong answers that a client finds; {@code PointClientIT} has the others. */
class PointClientTest {
  private static final int RECORDS = 200;
  private static final Seeds SEEDS = new Seeds(7, 0);

  @TempDir private Path folder;
  private final ForgetfulSession session = new ForgetfulSession();
  private final OperationCounts counts = new OperationCounts();
  private PackedFile file;
  private WorkingSet set;

  /** Stores what it is given, and may forget to put. */
  private static final class ForgetfulSession implements Session {
    private final Map<ByteBuffer, byte[]> stored = new HashMap<>();
    private boolean puts = true;

    private static byte[] bytes(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(buffer.position(), bytes);
      return bytes;
    }

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
      if (puts) {
        stored.put(ByteBuffer.wrap(bytes(key)), bytes(value));
      }
    }

    @Override
    public void delete(ByteBuffer key) {
      stored.remove(key);
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

  @Test
  void aRecordThatIsGoneIsFound() {
    session.stored.clear();
    PointClient client = oneOfSeveral(0);
    assertThatThrownBy(() -> client.read(counts))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("missing");
    assertThat(counts.misses).isEqualTo(1);
  }

  private PointClient oneOfSeveral(int thread) {
    return new PointClient(
        new StoreAccess(session, set, SEEDS, 300, /* verifies= */ true),
        new OperationStream(set.keys(), Distribution.UNIFORM, 50, 0, SEEDS, thread, 2),
        new ValueSource(set.values(), SEEDS, thread),
        /* alone= */ false);
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
}
