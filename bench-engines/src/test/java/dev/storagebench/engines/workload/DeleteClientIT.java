package dev.storagebench.engines.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Session;
import dev.storagebench.core.workload.DeleteClient;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.WrongAnswerException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What a remover leaves in a real store, and what it finds wrong there. */
class DeleteClientIT extends LoadedStore {

  private DeleteClient remover(int percent, int thread, int threads) {
    return new DeleteClient(
        new StoreAccess(store.session(), set, SEEDS, 100, /* verifies= */ true),
        percent,
        thread,
        threads);
  }

  private long stored() {
    ByteBuffer into = ByteBuffer.allocateDirect(100);
    long stored = 0;
    try (Session session = store.session()) {
      for (int i = 0; i < RECORDS; i++) {
        stored += session.get(direct("key " + i), into) == Session.MISSING ? 0 : 1;
      }
    }
    return stored;
  }

  @Test
  void theThreadsTogetherDeleteTheShareAndEachRecordOnce() {
    int deleted = 0;
    for (int thread = 0; thread < 3; thread++) {
      DeleteClient remover = remover(30, thread, 3);
      deleted += remover.left();
      deleteAll(remover);
      remover.close();
      assertThat(stored()).isEqualTo(RECORDS - deleted);
    }
    assertThat(deleted).isEqualTo(12);
  }

  private static void deleteAll(DeleteClient remover) {
    while (remover.left() > 0) {
      remover.delete();
    }
  }

  @Test
  void oneThatIsStoppedHasLeftTheRest() {
    DeleteClient remover = remover(50, 0, 1);
    remover.delete();
    assertThat(remover.left()).isEqualTo(RECORDS / 2 - 1);
    assertThat(stored()).isEqualTo(RECORDS - 1);
    DeleteClient other = remover(50, 0, 1);
    deleteAll(other);
    deleteAll();
    assertThatThrownBy(other::close)
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void aDeletedRecordThatIsThereAndAnotherThatIsMissingAreFound() throws Exception {
    DeleteClient remover = remover(50, 0, 1);
    deleteAll(remover);
    loadAll();
    assertThatThrownBy(remover::close)
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("was deleted but is still stored");
    DeleteClient other = remover(50, 0, 1);
    deleteAll(other);
    deleteAll();
    assertThatThrownBy(other::close)
        .isInstanceOf(WrongAnswerException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void theDigestDependsOnTheShareAndTheSeedsOnly() {
    String digest = DeleteClient.digest(set.keys(), 50, SEEDS, 2);
    assertThat(DeleteClient.digest(set.keys(), 50, SEEDS, 2)).isEqualTo(digest);
    assertThat(DeleteClient.digest(set.keys(), 60, SEEDS, 2)).isNotEqualTo(digest);
  }
}
