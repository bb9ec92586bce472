package dev.storagebench.core.clients;

import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.ClientListener.Event;
import dev.storagebench.core.clients.Message.Failed;
import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Lets clients join, begin at one instant again and again, and hand in their results. The first one
 * that is lost ends it.
 */
public final class Controller implements AutoCloseable {
  /** Silence after which the other side counts as gone. */
  static final int SILENCE_MILLIS = 10_000;

  private static final int JOIN_WITHIN_SECONDS = 120;
  private static final long TICK_MILLIS = 100;
  private static final long PING_EVERY_NANOS = 1_000_000_000;
  // Beside the way to the farthest client: for threads to wake up.
  private static final long MARGIN_NANOS = 20_000_000;
  private static final int EXIT_WITHIN_TICKS = 15;

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final ClientListener listener;
  private final int clients;
  private @Nullable Member lost;
  private String failure = "the cell has ended";

  /**
   * Listens; with TLS unless the address is a loopback one.
   *
   * @param at where
   * @param clients how many may join
   * @param code checksum of the program, which must be theirs as well
   * @param log gets refusals
   * @throws IOException if that address cannot be listened at
   */
  public Controller(InetSocketAddress at, int clients, String code, Consumer<String> log)
      throws IOException {
    this.clients = clients;
    this.listener = new ClientListener(at, clients, code, log, events::add);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return listener.address();
  }

  /** The line that a client is given; see {@link ClientLink#join}. */
  public String secret(ClientTask task) {
    return listener.secret(task).line();
  }

  /** What the controller does while all clients wait. */
  @FunctionalInterface
  public interface Pause {
    /**
     * Called before each start and after the end of the last measured iteration.
     *
     * @param number from 0
     */
    void all(int number);
  }

  /**
   * Serves the clients until all have finished.
   *
   * @param launched their processes
   * @return their results, in their order
   * @throws EngineException as soon as one is lost, with the reason
   */
  public List<String> run(Launched launched, Pause pause) throws InterruptedException {
    long begun = System.nanoTime();
    long pinged = begun;
    for (int pauses = 0; ; ) {
      Event event = events.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
      if (event != null) {
        take(event, launched);
      }
      List<Member> all = listener.members();
      if (all.size() < clients) {
        requireJoining(launched, System.nanoTime() - begun);
      } else if (all.stream().allMatch(each -> each.result() != null)) {
        return all.stream().map(each -> String.valueOf(each.result())).toList();
      } else if (all.stream().allMatch(Member::isReady)) {
        pause.all(pauses++);
        start(all, launched);
      }
      if (System.nanoTime() - pinged > PING_EVERY_NANOS) {
        pinged = System.nanoTime();
        ping(all, launched);
      }
    }
  }

  private void take(Event event, Launched launched) throws InterruptedException {
    Member member = event.member();
    if (event.message() instanceof Message.Ready ready) {
      member.ready(ready);
    } else if (event.message() instanceof Message.Result result) {
      member.finished(result);
    } else if (event.message() instanceof Failed failed) {
      throw failure(member, member.name() + " failed: " + failed.reason());
    } else if (member.result() == null) {
      throw lost(member, event.why(), launched);
    }
  }

  /** At an instant that all can meet. */
  private void start(List<Member> all, Launched launched) throws InterruptedException {
    Member slow = null;
    for (Member each : all) {
      try {
        each.readClock();
      } catch (IOException e) {
        throw lost(each, String.valueOf(e.getMessage()), launched);
      }
      slow = slow == null || each.clock().error() > slow.clock().error() ? each : slow;
    }
    long way = slow == null ? 0 : slow.clock().error();
    long at = System.nanoTime() + MARGIN_NANOS + 2 * way;
    for (Member each : all) {
      try {
        each.go(at);
      } catch (IOException e) {
        throw lost(each, String.valueOf(e.getMessage()), launched);
      }
    }
  }

  private void ping(List<Member> all, Launched launched) throws InterruptedException {
    for (Member each : all) {
      if (each.result() == null) {
        if (each.silentNanos() > SILENCE_MILLIS * 1_000_000L) {
          throw lost(each, "silent for %d s".formatted(SILENCE_MILLIS / 1000), launched);
        }
        try {
          each.ping();
        } catch (IOException e) {
          throw lost(each, String.valueOf(e.getMessage()), launched);
        }
      }
    }
  }

  private void requireJoining(Launched launched, long waitedNanos) {
    Set<Integer> joined =
        listener.members().stream().map(Member::index).collect(Collectors.toSet());
    for (Launched.Ended each : launched.ended()) {
      if (each.index().isEmpty() || !joined.contains(each.index().getAsInt())) {
        String what = each.index().isPresent() ? "client " : "";
        throw failure(null, "before all clients had joined, " + what + each);
      }
    }
    if (waitedNanos > JOIN_WITHIN_SECONDS * 1_000_000_000L) {
      throw failure(
          null,
          "of %d clients, %s did not join within %d s"
              .formatted(
                  clients,
                  IntStream.range(0, clients)
                      .filter(index -> !joined.contains(index))
                      .mapToObj(Integer::toString)
                      .collect(Collectors.joining(", ")),
                  JOIN_WITHIN_SECONDS));
    }
  }

  /** Its process tells more, if it ends. */
  private EngineException lost(Member member, String why, Launched launched)
      throws InterruptedException {
    Optional<Launched.Ended> ended = Optional.empty();
    for (int tick = 0; tick < EXIT_WITHIN_TICKS && ended.isEmpty(); tick++) {
      Thread.sleep(TICK_MILLIS);
      ended =
          launched.ended().stream()
              .filter(each -> each.index().orElse(member.index()) == member.index())
              .findFirst();
    }
    return failure(
        member,
        "%s was lost: %s%s"
            .formatted(member.name(), why, ended.map(each -> "; process " + each).orElse("")));
  }

  private EngineException failure(@Nullable Member of, String reason) {
    lost = of;
    failure = reason;
    endAll();
    return new EngineException(reason);
  }

  /**
   * How they worked together so far.
   *
   * @param threads of each client
   */
  public ClientsReport report(int threads) {
    List<Member> all = listener.members();
    double spread = 0;
    double common = 1;
    int laps = all.stream().mapToInt(each -> each.laps().size()).min().orElse(0);
    for (int i = 0; i < laps; i++) {
      int lap = i;
      LongSummaryStatistics begun =
          all.stream().mapToLong(each -> each.laps().get(lap).begun()).summaryStatistics();
      LongSummaryStatistics ended =
          all.stream().mapToLong(each -> each.laps().get(lap).ended()).summaryStatistics();
      spread = Math.max(spread, (double) (begun.getMax() - begun.getMin()));
      common =
          Math.min(
              common,
              (ended.getMin() - begun.getMax()) / (ended.getAverage() - begun.getAverage()));
    }
    return new ClientsReport(
        all.stream().map(each -> each.report(threads, each == lost ? failure : null)).toList(),
        spread / 1e3,
        100 * Math.max(0, common),
        Map.of(),
        Map.of());
  }

  @Override
  public void close() {
    endAll();
    listener.close();
  }

  /** Ends the clients that have not finished, and tells them why. */
  private void endAll() {
    listener.end();
    for (Member each : listener.members()) {
      try (Wire wire = each.wire()) {
        if (each.result() == null) {
          wire.send(new Failed("the controller ended it: " + failure));
        }
      } catch (IOException gone) {
        // It ends as well.
      }
    }
  }
}
