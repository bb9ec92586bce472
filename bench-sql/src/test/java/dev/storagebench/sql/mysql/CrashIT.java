package dev.storagebench.sql.mysql;

import static dev.storagebench.sql.mysql.Records.get;
import static dev.storagebench.sql.mysql.Records.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.sql.server.RealMysql;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kills the server in the middle of writes and looks for every write that it had acknowledged. */
final class CrashIT {
  private static final MysqlEngine ENGINE = new MysqlEngine();
  private static final int ROUNDS = Integer.getInteger("storagebench.kills", 3);
  private static final int WRITES = 300;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"PROCESS", "SYNC"})
  void acknowledgedWritesSurviveKillMinusNine(Durability durability) throws Exception {
    RealMysql.install();
    for (int round = 0; round < ROUNDS; round++) {
      int acknowledged = writeUntilKilled(durability, round);
      assertThat(acknowledged).isGreaterThanOrEqualTo(WRITES);
      try (KeyValueStore store = ENGINE.open(folder, Records.settings(durability));
          Session session = store.session()) {
        for (int i = 0; i < acknowledged; i++) {
          assertThat(get(session, round + ":" + i)).isEqualTo("value " + i);
        }
      }
    }
  }

  /** Returns how many writes were acknowledged. */
  private int writeUntilKilled(Durability durability, int round) throws InterruptedException {
    KeyValueStore store = ENGINE.open(folder, Records.settings(durability));
    ProcessHandle server = ProcessHandle.of(store.processes().get("server")).orElseThrow();
    AtomicInteger acknowledged = new AtomicInteger();
    Thread writer =
        new Thread(
            () -> {
              try (Session session = store.session()) {
                while (true) {
                  int next = acknowledged.get();
                  put(session, round + ":" + next, "value " + next);
                  acknowledged.incrementAndGet();
                }
              } catch (EngineException serverIsGone) {
                return;
              }
            });
    writer.start();
    while (acknowledged.get() < WRITES) {
      Thread.sleep(1);
    }
    server.destroyForcibly();
    writer.join();
    assertThatThrownBy(store::close)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("was killed (SIGKILL)");
    return acknowledged.get();
  }
}
