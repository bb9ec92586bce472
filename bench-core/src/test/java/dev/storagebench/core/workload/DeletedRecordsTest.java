package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeletedRecordsTest {

  @ParameterizedTest
  @ValueSource(ints = {192, 193, 255, 256, 1000, 1087})
  void everyRecordHasOneOwnerThatIsNear(int records) {
    int threads = 3;
    DeletedRecords all = DeletedRecords.none(records, threads);
    Set<Integer> owned = new HashSet<>();
    for (int thread = 0; thread < threads; thread++) {
      DeletedRecords part = all.of(thread);
      Set<Integer> own = new HashSet<>();
      for (int record = 0; record < records; record++) {
        int other = part.own(record);
        assertThat(other).isBetween(0, records - 1);
        assertThat(part.own(other)).isEqualTo(other);
        assertThat(Math.abs(other - record)).isLessThan(2 * threads * Long.SIZE);
        own.add(other);
      }
      assertThat(owned).doesNotContainAnyElementsOf(own);
      owned.addAll(own);
    }
    assertThat(owned).hasSize(records);
  }

  @Test
  void allSeeWhatOneHasDeleted() {
    DeletedRecords all = DeletedRecords.none(300, 2);
    DeletedRecords second = all.of(4097);
    int record = second.own(70);
    second.add(record);
    second.add(record + 1);
    assertThat(all.of(0).contains(record)).isTrue();
    second.remove(record);
    assertThat(all.of(0).contains(record)).isFalse();
    assertThat(all.of(0).contains(record + 1)).isTrue();
    assertThat(all.of(0).contains(record - 1)).isFalse();
  }

  @Test
  void aThreadWithoutRecordsIsRefused() {
    assertThatThrownBy(() -> DeletedRecords.none(100, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100 records are too few")
        .hasMessageContaining("128");
  }
}
