package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Session;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueClientTest {
  private static final int DEPTH = 5;
  private static final Seeds SEEDS = new Seeds(7, 0);

  @TempDir private Path folder;
  private final SortedSession session = new SortedSession();
  private final OperationCounts counts = new OperationCounts();
  private PackedFile file;
  private WorkingSet set;

  /** Keeps the records in the order of their keys; may forget to delete. */
  private static final class SortedSession implements Session {
    private final NavigableMap<byte[], byte[]> stored = new TreeMap<>(Arrays::compareUnsigned);
    private boolean deletes = true;

    private static byte[] bytes(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(buffer.position(), bytes);
      return bytes;
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer into) {
      throw new AssertionError("a queue is only scanned");
    }

    @Override
    public void put(ByteBuffer key, ByteBuffer value) {
      stored.put(bytes(key), bytes(value));
    }

    @Override
    public void delete(ByteBuffer key) {
      if (deletes) {
        stored.remove(bytes(key));
      }
    }

    @Override
    public int scan(ByteBuffer from, Direction direction, int limit, RecordVisitor visitor) {
      NavigableMap<byte[], byte[]> range =
          direction == Direction.FORWARD
              ? stored.tailMap(bytes(from), true)
              : stored.headMap(bytes(from), true).descendingMap();
      int visited = 0;
      for (Map.Entry<byte[], byte[]> each : range.entrySet()) {
        if (visited == limit) {
          break;
        }
        visitor.record(ByteBuffer.wrap(each.getKey()), ByteBuffer.wrap(each.getValue()));
        visited++;
      }
      return visited;
    }

    private byte[] key(int index) {
      return stored.keySet().stream().skip(index).findFirst().orElseThrow();
    }
  }

  @BeforeEach
  void open() throws Exception {
    file = Samples.packed(folder, 500);
    set = WorkingSet.of(file, 1);
  }

  @AfterEach
  void close() throws Exception {
    file.close();
  }

  private QueueClient queue(int thread) {
    return new QueueClient(new StoreAccess(session, set, SEEDS, 300, true), thread, DEPTH);
  }

  private void run(QueueClient queue, int operations) {
    for (int i = 0; i < operations; i++) {
      queue.run(counts);
    }
  }

  @Test
  void aQueueKeepsItsDepthAndIsEmptiedAtTheEnd() {
    QueueClient other = queue(1);
    QueueClient queue = queue(0);
    assertThat(session.stored).hasSize(2 * DEPTH);
    run(queue, 140);
    assertThat(session.stored).hasSize(2 * DEPTH);
    assertThat(counts.writes).isEqualTo(140);
    assertThat(counts.deletes).isEqualTo(140);
    assertThat(counts.verified).isEqualTo(3);
    assertThat(queue.seekNanos().getTotalCount()).isEqualTo(20);
    queue.close();
    assertThat(session.stored).hasSize(DEPTH);
    run(other, 10);
    other.close();
    assertThat(session.stored).isEmpty();
  }

  @Test
  void whatWasDeletedAndIsStillThereIsFound() {
    QueueClient queue = queue(0);
    session.deletes = false;
    run(queue, 1);
    assertThatThrownBy(() -> run(queue, 1))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("a queue has");
  }

  @Test
  void whatTheLastDeletionLeavesIsFound() {
    QueueClient queue = queue(0);
    session.deletes = false;
    assertThatThrownBy(queue::close)
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("is stored, but no operation has stored it");
  }

  @Test
  void aRecordThatIsLostIsFoundAtTheEnd() {
    QueueClient queue = queue(0);
    session.stored.remove(session.key(DEPTH - 1));
    assertThatThrownBy(queue::close)
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("returned 4, visited 4");
  }

  @Test
  void anEarlierValueIsFoundAtOnce() {
    QueueClient queue = queue(0);
    session.stored.put(session.key(0), session.stored.get(session.key(1)));
    assertThatThrownBy(() -> run(queue, 1))
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("never written to it");
  }
}
