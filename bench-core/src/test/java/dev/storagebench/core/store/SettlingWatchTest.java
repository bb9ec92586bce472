package dev.storagebench.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Store.Settling;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Settling ends when it is done, or makes no progress. */
class SettlingWatchTest {
  private final CountDownLatch done = new CountDownLatch(1);
  private final FutureTask<Settling> call =
      new FutureTask<>(
          () -> {
            done.await();
            return new Settling(true, Duration.ZERO, "flush");
          });

  @Test
  void oneThatStandsStillIsGivenUpWithWhatItWaitsFor() {
    Settling settling = new SettlingWatch(() -> 7, 1).await(call);
    assertThat(settling.idle()).isFalse();
    assertThat(settling.how()).contains("in 1 s it wrote less than 1,048,576 bytes", "park");
    assertThat(call.isDone()).isFalse();
  }

  @Test
  void oneThatWritesMayTakeItsTime() {
    AtomicLong written = new AtomicLong();
    Settling settling =
        new SettlingWatch(
                () -> {
                  if (written.addAndGet(1 << 20) == 3 << 20) {
                    done.countDown();
                  }
                  return written.get();
                },
                1)
            .await(call);
    assertThat(settling).isEqualTo(new Settling(true, Duration.ZERO, "flush"));
  }
}
