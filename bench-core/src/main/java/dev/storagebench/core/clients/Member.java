package dev.storagebench.core.clients;

import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.Message.Lap;
import dev.storagebench.datasets.Excerpt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client that has joined, as its controller sees it. */
final class Member {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int PINGS = 20;
  private static final long ANSWER_WITHIN_SECONDS = 5;
  private static final Reading NEVER_READ = new Reading(0, 0, Long.MAX_VALUE);

  private final Wire wire;
  private final Message.Join join;
  private final BlockingQueue<Reading> readings = new LinkedBlockingQueue<>();
  private final List<Lap> laps = new ArrayList<>();
  private volatile long heard = System.nanoTime();
  private Reading clock = NEVER_READ;
  private boolean ready;
  private @Nullable String result;

  /**
   * A reading of the client's clock.
   *
   * @param asked when, by the controller's clock
   * @param offset the client's clock less the controller's, in nanoseconds
   * @param error by which the offset may be wrong: half of the way there and back
   */
  record Reading(long asked, long offset, long error) {}

  Member(Message.Join join, Wire wire) {
    this.wire = wire;
    this.join = join;
  }

  Wire wire() {
    return wire;
  }

  int index() {
    return join.index();
  }

  /** For people. */
  String name() {
    return Excerpt.printable(
        "client %d (%s)"
            .formatted(join.index(), Excerpt.shortened(String.valueOf(join.process()))));
  }

  /** What it has measured so far, by the controller's clock. */
  List<Lap> laps() {
    return List.copyOf(laps);
  }

  Reading clock() {
    return clock;
  }

  /** Whether it waits for the next start. */
  boolean isReady() {
    return ready;
  }

  /** Its result; null before it has finished. */
  @Nullable String result() {
    return result;
  }

  /** For how long it has said nothing. */
  long silentNanos() {
    return System.nanoTime() - heard;
  }

  void ping() throws IOException {
    wire.send(new Message.Ping(System.nanoTime(), 0));
  }

  /** Notes when a message came; for the thread that receives. */
  void heard(Message message) {
    heard = System.nanoTime();
    if (message instanceof Message.Ping ping) {
      long way = (heard - ping.sent()) / 2;
      readings.add(new Reading(ping.sent(), ping.answered() - ping.sent() - way, way));
    }
  }

  /** Reads its clock several times, of which that with the shortest way counts. */
  void readClock() throws IOException, InterruptedException {
    Reading best = NEVER_READ;
    long begun = System.nanoTime();
    for (int i = 0; i < PINGS; i++) {
      ping();
      Reading reading;
      do {
        reading = readings.poll(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS);
        if (reading == null) {
          throw new IOException("it did not answer");
        }
      } while (reading.asked() - begun < 0);
      best = reading.error() < best.error() ? reading : best;
    }
    clock = best;
  }

  /** Lets it begin. */
  void go(long nanos) throws IOException {
    ready = false;
    wire.send(new Message.Go(nanos + clock.offset()));
  }

  void ready(Message.Ready message) {
    add(message.lap());
    ready = true;
  }

  void finished(Message.Result message) {
    if (!laps.isEmpty()) {
      laps.remove(laps.size() - 1);
    }
    add(message.lap());
    result = message.result();
  }

  /**
   * What became of it.
   *
   * @param threads of a client
   */
  ClientsReport.Client report(int threads, @Nullable String lost) {
    double cpu = laps.stream().mapToLong(Lap::cpuNanos).sum();
    double wall = laps.stream().mapToLong(lap -> lap.ended() - lap.begun()).sum();
    double cores = wall == 0 ? 0 : cpu / wall;
    return new ClientsReport.Client(
        name(),
        laps.stream().map(Lap::score).filter(Objects::nonNull).toList(),
        clock.equals(NEVER_READ) ? null : clock.offset() / NANOS_PER_MICRO,
        clock.equals(NEVER_READ) ? null : clock.error() / NANOS_PER_MICRO,
        cpu / 1e9,
        cores,
        100 * cores / Math.min(threads, join.processors()),
        lost);
  }

  /** Its clock was read just before. */
  private void add(@Nullable Lap lap) {
    if (lap != null) {
      laps.add(
          new Lap(
              lap.begun() - clock.offset(),
              lap.ended() - clock.offset(),
              lap.cpuNanos(),
              lap.score()));
    }
  }
}
