package dev.storagebench.core.clients;

import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.Message.Failed;
import dev.storagebench.core.clients.Message.IterationWindow;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.datasets.Excerpt;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int PINGS = 20;
  private static final long LAST_WORDS_MILLIS = 1_500;
  private static final long ANSWER_WITHIN_SECONDS = 5;
  private static final Reading NEVER_READ = new Reading(0, 0, Long.MAX_VALUE);

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final List<Client> clients = new ArrayList<>();
  private final Message.Task task;
  private final String code;
  private @Nullable Client lost;
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
   * Starts the clients of a cell.
   *
   * @param task of the first one; the others have theirs but for the index
   * @param code checksum of the program, which must be theirs as well
   * @throws IOException if one cannot be started; those before have been ended
   */
  public Controller(Starter starter, Message.Task task, String code) throws IOException {
    this.task = task;
    this.code = code;
    try {
      for (int i = 0; i < task.plan().cell().clients(); i++) {
        clients.add(new Client(i, starter.start(i)));
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
      if (!clients.stream().allMatch(each -> each.join != null)) {
        requireJoining(System.nanoTime() - begun);
      } else if (clients.stream().allMatch(each -> each.result != null)) {
        return clients.stream().map(each -> String.valueOf(each.result)).toList();
      } else if (clients.stream().allMatch(each -> each.ready)) {
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
    Client client = event.client();
    if (event.message() instanceof Message.Join join) {
      client.join = join;
      if (!code.equals(join.code())) {
        throw failure(
            client,
            "%s has other code (%s) than the controller (%s); all machines need the same program"
                .formatted(client.name(), join.code(), code));
      }
      client.send(new Message.Task(client.index, task.plan(), task.address()));
    } else if (event.message() instanceof Message.Ready ready) {
      client.ready(ready.window());
    } else if (event.message() instanceof Message.Result result) {
      client.result = result.result();
    } else if (event.message() instanceof Failed failed) {
      throw failure(client, client.name() + " failed: " + failed.reason());
    } else if (client.result == null) {
      throw lost(client, event.why());
    }
  }

  /** At an instant that all can meet. */
  private void start() throws InterruptedException {
    long way = 0;
    for (Client each : clients) {
      try {
        each.readClock();
      } catch (IOException e) {
        throw lost(each, String.valueOf(e.getMessage()));
      }
      way = Math.max(way, each.clock.error());
    }
    long at = System.nanoTime() + MARGIN_NANOS + 2 * way;
    clients.forEach(each -> each.go(at));
  }

  private void ping() throws InterruptedException {
    for (Client each : clients) {
      if (each.join != null && each.result == null) {
        if (each.wire.silentNanos() > SILENCE_NANOS) {
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
                      .filter(each -> each.join == null)
                      .map(each -> each.name() + each.lastLine())
                      .collect(Collectors.joining("; "))));
    }
  }

  private EngineException lost(Client client, String why) throws InterruptedException {
    return failure(client, "%s was lost: %s%s".formatted(client.name(), why, client.ended()));
  }

  private EngineException failure(@Nullable Client of, String reason) {
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
    int windows = clients.stream().mapToInt(each -> each.windows.size()).min().orElse(0);
    for (int i = 0; i < windows; i++) {
      int window = i;
      List<IterationWindow> together =
          clients.stream().map(each -> each.windows.get(window)).toList();
      LongSummaryStatistics begun =
          together.stream().mapToLong(IterationWindow::begun).summaryStatistics();
      LongSummaryStatistics ended =
          together.stream().mapToLong(IterationWindow::ended).summaryStatistics();
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
    for (Client each : clients) {
      if (each.result == null) {
        each.send(new Failed("the controller ended it: " + failure));
      }
    }
    end(Controller::endInput);
    end(Process::destroy);
    end(Process::destroyForcibly);
  }

  private void end(Consumer<Process> how) {
    List<Process> alive =
        clients.stream().map(each -> each.started.process()).filter(Process::isAlive).toList();
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

  /**
   * Something that a client has said.
   *
   * @param message null if its connection was lost
   * @param why it was lost
   */
  private record Event(Client client, @Nullable Message message, String why) {}

  /**
   * A reading of the client's clock.
   *
   * @param asked when, by the controller's clock
   * @param offset the client's clock less the controller's, in nanoseconds
   * @param error by which the offset may be wrong: half of the way there and back
   */
  private record Reading(long asked, long offset, long error) {}

  /** A client as its controller sees it. */
  private final class Client {
    private final int index;
    private final Started started;
    private final JsonLineChannel wire;
    private final Thread errors;
    private final BlockingQueue<Reading> readings = new LinkedBlockingQueue<>();
    // Measured so far, by the controller's clock.
    private final List<IterationWindow> windows = new ArrayList<>();
    private volatile String lastLine = "";
    private Message.@Nullable Join join;
    private Reading clock = NEVER_READ;
    // Whether it waits for the next start.
    private boolean ready;
    private @Nullable String result;

    /** Begins to listen to it. */
    Client(int index, Started started) {
      this.index = index;
      this.started = started;
      Process process = started.process();
      this.wire = new JsonLineChannel(process.getInputStream(), process.getOutputStream());
      this.errors = Daemon.start("errors-of-client-" + index, this::readErrors);
      Daemon.start("client-" + index, this::receive);
    }

    private void receive() {
      while (true) {
        try {
          Message message = wire.receive();
          if (message instanceof Message.Ping ping) {
            long way = (wire.heard() - ping.sent()) / 2;
            readings.add(new Reading(ping.sent(), ping.answered() - ping.sent() - way, way));
          } else {
            events.add(new Event(this, message, ""));
          }
        } catch (IOException e) {
          readings.add(NEVER_READ);
          events.add(new Event(this, null, String.valueOf(e.getMessage())));
          return;
        }
      }
    }

    private void readErrors() {
      try (BufferedReader lines = started.process().errorReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          lastLine = line.isBlank() ? lastLine : line.strip();
        }
      } catch (IOException closed) {
        // It has said all.
      }
    }

    /** For people. */
    String name() {
      return Excerpt.printable(
          "client %d (%s)"
              .formatted(
                  index, join == null ? started.place() : Excerpt.shortened(join.process())));
    }

    /** The last line of its standard error after a colon; empty if there is none. */
    String lastLine() {
      return lastLine.isEmpty() ? "" : ": " + Excerpt.printable(lastLine);
    }

    /** How its process ended, which is waited for; empty if it runs on. */
    String ended() throws InterruptedException {
      if (!started.process().waitFor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)) {
        return "";
      }
      errors.join(LAST_WORDS_MILLIS);
      return "; its process ended with exit code %d%s"
          .formatted(started.process().exitValue(), lastLine());
    }

    /** One that is gone says so itself: what it has sent before is read first. */
    void send(Message message) {
      try {
        wire.send(message);
      } catch (IOException gone) {
        // receive() gets there.
      }
    }

    void ping() {
      send(new Message.Ping(System.nanoTime(), 0));
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
          if (reading == null || reading.equals(NEVER_READ)) {
            throw new IOException("it did not answer");
          }
        } while (reading.asked() - begun < 0);
        best = reading.error() < best.error() ? reading : best;
      }
      clock = best;
    }

    /** Lets it begin. */
    void go(long nanos) {
      ready = false;
      send(new Message.Go(nanos + clock.offset()));
    }

    /** Takes in that it waits for the next start, and what it has measured since the last one. */
    void ready(@Nullable IterationWindow window) {
      if (window != null) {
        // Its clock was read just before.
        windows.add(
            new IterationWindow(
                window.begun() - clock.offset(),
                window.ended() - clock.offset(),
                window.cpuNanos(),
                window.score()));
      }
      ready = true;
    }

    /**
     * Reports how it ended.
     *
     * @param threads of a client
     */
    ClientsReport.Client report(int threads, @Nullable String lost) {
      double cpu = windows.stream().mapToLong(IterationWindow::cpuNanos).sum();
      double wall = windows.stream().mapToLong(window -> window.ended() - window.begun()).sum();
      double cores = wall == 0 ? 0 : cpu / wall;
      return new ClientsReport.Client(
          name(),
          windows.stream().map(IterationWindow::score).toList(),
          clock.equals(NEVER_READ) ? null : clock.offset() / NANOS_PER_MICRO,
          clock.equals(NEVER_READ) ? null : clock.error() / NANOS_PER_MICRO,
          cpu / 1e9,
          cores,
          100 * cores / Math.min(threads, join == null ? threads : join.processors()),
          lost);
    }
  }
}
