package dev.storagebench.core.clients;

import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.ClientConnection.Event;
import dev.storagebench.core.clients.Message.Failed;
import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts clients, lets them begin at one instant again and again, and collects their results. The
 * first one that is lost ends it. The link to each is the standard input and output of its process,
 * or of the command that runs it on another machine.
 */
public final class Controller implements AutoCloseable {
  /** Silence after which the other side counts as gone. */
  static final long SILENCE_NANOS = 10_000_000_000L;

  private static final int JOIN_WITHIN_SECONDS = 120;
  private static final long TICK_MILLIS = 100;
  private static final long PING_EVERY_NANOS = 1_000_000_000;
  // Beside the way to the farthest client: for threads to wake up.
  private static final long MARGIN_NANOS = 20_000_000;
  private static final int END_WITHIN_SECONDS = 3;

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final List<ClientConnection> clients = new ArrayList<>();
  private final ClientTask task;
  private final String code;
  private @Nullable ClientConnection lost;
  private String failure = "the cell has ended";

  /**
   * A process that calls {@link ClientLink#join} with its standard input and output.
   *
   * @param place where it runs, for messages
   */
  public record Started(String place, Process process) {}

  /** A way to start clients. */
  @FunctionalInterface
  public interface Starter {
    /**
     * Starts a client and returns at once.
     *
     * @param client from 0
     */
    Started start(int client) throws IOException;
  }

  /**
   * Starts the clients of a task.
   *
   * @param code checksum of the program, which must be theirs as well
   * @throws IOException if one cannot be started; those before have been ended
   */
  public Controller(Starter starter, ClientTask task, String code) throws IOException {
    this.task = task;
    this.code = code;
    try {
      for (int i = 0; i < task.clients(); i++) {
        clients.add(new ClientConnection(i, starter.start(i), events::add));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /**
   * Serves the clients until all have finished.
   *
   * @param pause called with a number, from 0, while all clients wait: before each start and after
   *     the end of the last measured iteration
   * @return their results, in their order
   * @throws EngineException as soon as one is lost, with the reason
   */
  public List<String> run(IntConsumer pause) throws InterruptedException {
    long begun = System.nanoTime();
    long pinged = begun;
    for (int pauses = 0; ; ) {
      Event event = events.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
      if (event != null) {
        take(event);
      }
      if (!clients.stream().allMatch(ClientConnection::hasJoined)) {
        requireJoining(System.nanoTime() - begun);
      } else if (clients.stream().allMatch(each -> each.result() != null)) {
        return clients.stream().map(each -> String.valueOf(each.result())).toList();
      } else if (clients.stream().allMatch(ClientConnection::isReady)) {
        pause.accept(pauses++);
        start();
      }
      if (System.nanoTime() - pinged > PING_EVERY_NANOS) {
        pinged = System.nanoTime();
        ping();
      }
    }
  }

  private void take(Event event) throws InterruptedException {
    ClientConnection client = event.client();
    if (event.message() instanceof Message.Join join) {
      client.joined(join);
      if (!code.equals(join.code())) {
        throw failure(
            client,
            "%s has other code (%s) than the controller (%s); all machines need the same program"
                .formatted(client.name(), join.code(), code));
      }
      client.give(task);
    } else if (event.message() instanceof Message.Ready ready) {
      client.ready(ready);
    } else if (event.message() instanceof Message.Result result) {
      client.finished(result);
    } else if (event.message() instanceof Failed failed) {
      throw failure(client, client.name() + " failed: " + failed.reason());
    } else if (client.result() == null) {
      throw lost(client, event.why());
    }
  }

  /** At an instant that all can meet. */
  private void start() throws InterruptedException {
    long way = 0;
    for (ClientConnection each : clients) {
      try {
        each.readClock();
      } catch (IOException e) {
        throw lost(each, String.valueOf(e.getMessage()));
      }
      way = Math.max(way, each.clock().error());
    }
    long at = System.nanoTime() + MARGIN_NANOS + 2 * way;
    clients.forEach(each -> each.go(at));
  }

  private void ping() throws InterruptedException {
    for (ClientConnection each : clients) {
      if (each.hasJoined() && each.result() == null) {
        if (each.silentNanos() > SILENCE_NANOS) {
          throw lost(each, "silent for %d s".formatted(SILENCE_NANOS / 1_000_000_000));
        }
        each.ping();
      }
    }
  }

  private void requireJoining(long waitedNanos) {
    if (waitedNanos > JOIN_WITHIN_SECONDS * 1_000_000_000L) {
      throw failure(
          null,
          "of %d clients, these did not join within %d s: %s"
              .formatted(
                  clients.size(),
                  JOIN_WITHIN_SECONDS,
                  clients.stream()
                      .filter(each -> !each.hasJoined())
                      .map(each -> each.name() + each.lastLine())
                      .collect(Collectors.joining("; "))));
    }
  }

  private EngineException lost(ClientConnection client, String why) throws InterruptedException {
    return failure(client, "%s was lost: %s%s".formatted(client.name(), why, client.ended()));
  }

  private EngineException failure(@Nullable ClientConnection of, String reason) {
    lost = of;
    failure = reason;
    return new EngineException(reason);
  }

  /**
   * How they worked together so far.
   *
   * @param threads of each client
   */
  public ClientsReport report(int threads) {
    double spread = 0;
    double common = 1;
    int windows = clients.stream().mapToInt(each -> each.windows().size()).min().orElse(0);
    for (int i = 0; i < windows; i++) {
      int window = i;
      LongSummaryStatistics begun =
          clients.stream()
              .mapToLong(each -> each.windows().get(window).begun())
              .summaryStatistics();
      LongSummaryStatistics ended =
          clients.stream()
              .mapToLong(each -> each.windows().get(window).ended())
              .summaryStatistics();
      spread = Math.max(spread, (double) (begun.getMax() - begun.getMin()));
      common =
          Math.min(
              common,
              (ended.getMin() - begun.getMax()) / (ended.getAverage() - begun.getAverage()));
    }
    return new ClientsReport(
        clients.stream().map(each -> each.report(threads, each == lost ? failure : null)).toList(),
        spread / 1e3,
        100 * Math.max(0, common),
        Map.of(),
        Map.of());
  }

  /**
   * Ends the processes: those that have not finished are told why, the end of its input ends a
   * client anyway, and a signal what does not listen.
   */
  @Override
  public void close() {
    for (ClientConnection each : clients) {
      if (each.result() == null) {
        each.send(new Failed("the controller ended it: " + failure));
      }
    }
    end(Controller::endInput);
    end(Process::destroy);
    end(Process::destroyForcibly);
  }

  private void end(Consumer<Process> how) {
    List<Process> alive =
        clients.stream().map(ClientConnection::process).filter(Process::isAlive).toList();
    alive.forEach(how);
    CompletableFuture.allOf(
            alive.stream().map(Process::onExit).toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, END_WITHIN_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  private static void endInput(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException ended) {
      // as it should
    }
  }
}
