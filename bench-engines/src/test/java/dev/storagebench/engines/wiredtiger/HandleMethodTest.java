package dev.storagebench.engines.wiredtiger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HandleMethodTest {

  @Test
  void anUnknownVersionHasNoLayout() {
    assertThat(HandleMethod.layout("3.2.1")).isPresent();
    assertThat(HandleMethod.layout("3.2.0")).isEmpty();
    assertThat(HandleMethod.layout("10.1.0")).isEmpty();
    assertThat(HandleMethod.layout("11.3.0")).isEmpty();
    assertThat(HandleMethod.layout("12.0.0")).isEmpty();
  }

  @Test
  void eachMethodHasAnOffsetInTheNewestLayout() {
    int newest = HandleMethod.layout("11.3.1").getAsInt();
    assertThat(Arrays.stream(HandleMethod.values()).map(each -> each.offset(newest)))
        .allSatisfy(offset -> assertThat(offset).isNotNegative());
  }
}
