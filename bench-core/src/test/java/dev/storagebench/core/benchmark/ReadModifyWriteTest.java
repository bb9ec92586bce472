package dev.storagebench.core.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Session;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.Samples;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.core.workload.WrongAnswerException;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadModifyWriteTest {
  private static final Seeds SEEDS = new Seeds(7, 0);
  private static final int MAX_VALUE_BYTES = 256;

  @TempDir private Path folder;

  /** Notes the calls, and stores what is put; all other keys have a value of eight zero bytes. */
  private static class NotingSession implements Session {
    private final List<String> calls = new ArrayList<>();
    private final Map<String, byte[]> stored = new HashMap<>();

    private static String text(ByteBuffer key) {
      return StandardCharsets.UTF_8.decode(key.duplicate()).toString();
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer into) {
      calls.add("get " + text(key));
      byte[] value = stored.getOrDefault(text(key), new byte[8]);
      into.clear().put(0, value).limit(value.length);
      return value.length;
    }

    @Override
    public void put(ByteBuffer key, ByteBuffer value) {
      calls.add("put " + text(key));
      byte[] copy = new byte[value.remaining()];
      value.duplicate().get(copy);
      stored.put(text(key), copy);
    }

    @Override
    public void delete(ByteBuffer key) {
      throw new AssertionError("nothing is deleted");
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  private static PointClient client(
      Session session, WorkingSet set, Distribution keys, boolean verifies) {
    return new PointClient(
        new StoreAccess(session, set, SEEDS, MAX_VALUE_BYTES, verifies),
        new OperationStream(set.keys(), keys, 50, 0, SEEDS, 0, 1),
        new ValueSource(set.values(), SEEDS, 0),
        /* alone= */ true);
  }

  @ParameterizedTest
  @EnumSource
  void everySecondOperationWritesTheKeyThatItHasRead(Distribution keys) throws Exception {
    NotingSession session = new NotingSession();
    OperationCounts counts = new OperationCounts();
    try (PackedFile file = Samples.packed(folder, 1000)) {
      PointClient client = client(session, WorkingSet.of(file, 1), keys, /* verifies= */ false);
      for (int i = 0; i < 10_000; i++) {
        client.modify(counts);
      }
      client.close();
    }
    assertThat(counts.hits).isEqualTo(10_000);
    assertThat(counts.writes).isBetween(4_700L, 5_300L);
    List<String> calls = session.calls;
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).startsWith("put")) {
        assertThat(calls.get(i).substring(4)).isEqualTo(calls.get(i - 1).substring(4));
        assertThat(calls.get(i - 1)).startsWith("get");
      }
    }
    assertThat(calls).endsWith("close").containsOnlyOnce("close");
    assertThat(Map.copyOf(session.stored)).hasSizeGreaterThan(50);
  }

  @Test
  void aLostWriteIsFound() throws Exception {
    try (PackedFile file = Samples.packed(folder, 1000)) {
      NotingSession session = new NotingSession();
      PointClient client =
          client(session, WorkingSet.of(file, 1), Distribution.UNIFORM, /* verifies= */ true);
      for (int i = 0; i < 30; i++) {
        client.modify(new OperationCounts());
      }
      session.stored.clear();
      assertThatThrownBy(client::close).isInstanceOf(WrongAnswerException.class);
    }
  }
}
