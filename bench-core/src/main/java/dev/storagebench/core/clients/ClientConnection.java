package dev.storagebench.core.clients;

import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.Message.IterationWindow;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.datasets.Excerpt;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client as its controller sees it. */
final class ClientConnection {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int PINGS = 20;
  private static final long END_WITHIN_MILLIS = 1_500;
  private static final long ANSWER_WITHIN_SECONDS = 5;
  private static final Reading NEVER_READ = new Reading(0, 0, Long.MAX_VALUE);

  private final int index;
  private final Controller.Started started;
  private final JsonLineChannel wire;
  private final Thread errors;
  private final BlockingQueue<Reading> readings = new LinkedBlockingQueue<>();
  private final List<IterationWindow> windows = new ArrayList<>();
  private volatile String lastLine = "";
  private Message.@Nullable Join join;
  private Reading clock = NEVER_READ;
  private boolean ready;
  private @Nullable String result;

  /**
   * Something that a client has said.
   *
   * @param message null if its connection was lost
   * @param why it was lost
   */
  record Event(ClientConnection client, @Nullable Message message, String why) {}

  /**
   * A reading of the client's clock.
   *
   * @param asked when, by the controller's clock
   * @param offset the client's clock less the controller's, in nanoseconds
   * @param error by which the offset may be wrong: half of the way there and back
   */
  record Reading(long asked, long offset, long error) {}

  /** Begins to listen to it. */
  ClientConnection(int index, Controller.Started started, Consumer<Event> events) {
    this.index = index;
    this.started = started;
    Process process = started.process();
    this.wire = new JsonLineChannel(process.getInputStream(), process.getOutputStream());
    this.errors = Daemon.start("errors-of-client-" + index, this::readErrors);
    Daemon.start("client-" + index, () -> receive(events));
  }

  private void receive(Consumer<Event> events) {
    while (true) {
      try {
        Message message = wire.receive();
        if (message instanceof Message.Ping ping) {
          long way = (wire.heard() - ping.sent()) / 2;
          readings.add(new Reading(ping.sent(), ping.answered() - ping.sent() - way, way));
        } else {
          events.accept(new Event(this, message, ""));
        }
      } catch (IOException e) {
        readings.add(NEVER_READ);
        events.accept(new Event(this, null, String.valueOf(e.getMessage())));
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
            .formatted(index, join == null ? started.place() : Excerpt.shortened(join.process())));
  }

  /** The last line of its standard error after a colon; empty if there is none. */
  String lastLine() {
    return lastLine.isEmpty() ? "" : ": " + Excerpt.printable(lastLine);
  }

  /** How its process ended, which is waited for; empty if it runs on. */
  String ended() throws InterruptedException {
    if (!started.process().waitFor(END_WITHIN_MILLIS, TimeUnit.MILLISECONDS)) {
      return "";
    }
    errors.join(END_WITHIN_MILLIS);
    return "; its process ended with exit code %d%s"
        .formatted(started.process().exitValue(), lastLine());
  }

  Process process() {
    return started.process();
  }

  void joined(Message.Join message) {
    join = message;
  }

  void give(ClientTask task) {
    send(new Message.Task(index, task));
  }

  boolean hasJoined() {
    return join != null;
  }

  /** Iterations measured so far, by the controller's clock. */
  List<IterationWindow> windows() {
    return List.copyOf(windows);
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
    return wire.silentNanos();
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

  void ready(Message.Ready message) {
    IterationWindow window = message.window();
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

  void finished(Message.Result message) {
    result = message.result();
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
