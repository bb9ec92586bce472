package dev.storagebench.engines.wiredtiger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandleLayoutTest {

  @Test
  void aVersionThatWasNeverSeenHasNoLayout() {
    assertThat(HandleLayout.of(3, 2, 1)).isPresent();
    assertThat(HandleLayout.of(3, 2, 0)).isEmpty();
    assertThat(HandleLayout.of(10, 1, 0)).isEmpty();
    assertThat(HandleLayout.of(11, 3, 0)).isEmpty();
    assertThat(HandleLayout.of(12, 0, 0)).isEmpty();
  }

  @Test
  void transactionsAreKnownWhereTheirPlaceWasRead() {
    assertThat(HandleLayout.of(3, 2, 1).get().hasTransactions()).isTrue();
    assertThat(HandleLayout.of(11, 1, 0).get().hasTransactions()).isFalse();
  }
}
