package dev.storagebench.core.clients;

import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.Message.Failed;
import dev.storagebench.core.clients.Message.Join;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.launch.Launched;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
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
 * that is lost ends it. Nobody without its secret gets more than a refusal.
 */
public final class Controller implements AutoCloseable {
  /** Silence after which the other side counts as gone. */
  static final int SILENCE_MILLIS = 10_000;

  private static final int JOIN_WITHIN_SECONDS = 120;
  private static final int STRANGER_MILLIS = 5_000;
  private static final long TICK_MILLIS = 100;
  private static final long PING_EVERY_NANOS = 1_000_000_000;
  // Beside the way to the farthest client: for threads to wake up.
  private static final long MARGIN_NANOS = 20_000_000;
  private static final int EXIT_WITHIN_TICKS = 15;

  private final ServerSocket socket;
  private final @Nullable Tls tls;
  private final String token = Tls.random();
  private final String code;
  private final Consumer<String> log;
  private final @Nullable Member[] members;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private boolean over;
  private @Nullable Member lost;
  private String failure = "the cell has ended";

  /**
   * Something that a thread which receives has seen.
   *
   * @param message null if the connection was lost
   * @param why it was lost
   */
  private record Event(Member member, @Nullable Message message, String why) {}

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
    this.code = code;
    this.log = log;
    this.members = new Member[clients];
    InetAddress address = at.getAddress();
    if (address == null || address.isAnyLocalAddress()) {
      throw new IOException(
          "cannot listen at %s: name the address that clients connect to".formatted(at));
    }
    this.tls = address.isLoopbackAddress() ? null : Tls.create();
    this.socket =
        tls == null
            ? new ServerSocket()
            : tls.context().getServerSocketFactory().createServerSocket();
    try {
      socket.bind(at);
    } catch (IOException e) {
      socket.close();
      throw new IOException("cannot listen at %s: %s".formatted(at, e.getMessage()), e);
    }
    start("accept-clients", this::accept);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
  }

  /** The line that a client is given; see {@link ClientLink#join}. */
  public String secret(ClientTask task) {
    return Secret.of(token, tls == null ? "" : tls.certificate(), task).line();
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (true) {
      try {
        Socket connection = socket.accept();
        start("client-" + connection.getRemoteSocketAddress(), () -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (Wire wire = new Wire(connection)) {
      wire.patience(STRANGER_MILLIS);
      if (!(wire.receive(Wire.MAX_STRANGER_BYTES) instanceof Join join)) {
        return;
      }
      Member member = new Member(join, wire);
      String refused = admit(join, member);
      if (refused != null) {
        log.accept(
            "refused %s from %s: %s"
                .formatted(member.name(), connection.getRemoteSocketAddress(), refused));
        wire.send(new Failed("the controller refused it: " + refused));
        return;
      }
      wire.patience(0);
      member.ping();
      receive(member);
    } catch (IOException e) {
      log.accept(
          "refused a connection from %s: %s"
              .formatted(connection.getRemoteSocketAddress(), e.getMessage()));
    }
  }

  private void receive(Member member) {
    while (true) {
      try {
        Message message = member.wire().receive(Wire.MAX_BYTES);
        member.heard(message);
        if (!(message instanceof Message.Ping)) {
          events.add(new Event(member, message, ""));
        }
      } catch (IOException e) {
        events.add(new Event(member, null, String.valueOf(e.getMessage())));
        return;
      }
    }
  }

  /** Why a client may not join; null if it has. */
  private synchronized @Nullable String admit(Join join, Member member) {
    if (!MessageDigest.isEqual(
        token.getBytes(StandardCharsets.UTF_8),
        String.valueOf(join.token()).getBytes(StandardCharsets.UTF_8))) {
      return "its secret is not this run's";
    }
    if (!code.equals(join.code())) {
      return "it has other code (%s) than the controller (%s); all machines need the same program"
          .formatted(join.code(), code);
    }
    if (over) {
      return "it is too late, the cell has ended";
    }
    int index = join.index();
    if (index < 0 || index >= members.length) {
      return "there are %d clients, numbered from 0".formatted(members.length);
    }
    Member known = members[index];
    if (known != null) {
      return "%s has joined before".formatted(known.name());
    }
    members[index] = member;
    return null;
  }

  /** Those that have joined, in their order. */
  private synchronized List<Member> members() {
    return Arrays.stream(members).filter(Objects::nonNull).toList();
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
      List<Member> all = members();
      if (all.size() < members.length) {
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
    Set<Integer> joined = members().stream().map(Member::index).collect(Collectors.toSet());
    for (Launched.Ended each : launched.ended()) {
      if (each.index().isEmpty() || !joined.contains(each.index().getAsInt())) {
        throw failure(null, "client " + each + " before it joined");
      }
    }
    if (waitedNanos > JOIN_WITHIN_SECONDS * 1_000_000_000L) {
      throw failure(
          null,
          "of %d clients, %s did not join within %d s"
              .formatted(
                  members.length,
                  IntStream.range(0, members.length)
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
    List<Member> all = members();
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
    try {
      socket.close();
    } catch (IOException e) {
      log.accept("cannot close the clients' socket: " + e.getMessage());
    }
  }

  /** Ends the clients that have not finished, and tells them why. */
  private void endAll() {
    synchronized (this) {
      over = true;
    }
    for (Member each : members()) {
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
