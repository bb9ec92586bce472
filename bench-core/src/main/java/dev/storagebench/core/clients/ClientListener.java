package dev.storagebench.core.clients;

import dev.storagebench.core.clients.Message.Failed;
import dev.storagebench.core.clients.Message.Join;
import dev.storagebench.datasets.Excerpt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where clients join: listens, admits those that belong here, and passes on what they say. Nobody
 * without the secret gets more than a refusal.
 */
final class ClientListener implements AutoCloseable {
  private static final int STRANGER_MILLIS = 5_000;
  private static final long LOG_EVERY_NANOS = 1_000_000_000;

  private final ServerSocket socket;
  private final @Nullable Tls tls;
  private final String token = Tls.random();
  private final String code;
  private final Consumer<String> log;
  private final Consumer<Event> events;
  private final @Nullable Member[] members;
  private boolean over;
  private long strangerLogged = System.nanoTime() - LOG_EVERY_NANOS;

  /**
   * Something that a client has said.
   *
   * @param message null if its connection was lost
   * @param why it was lost
   */
  record Event(Member member, @Nullable Message message, String why) {}

  /**
   * Listens; with TLS unless the address is a loopback one.
   *
   * @param at where
   * @param clients how many may join
   * @param code checksum of the program, which must be theirs as well
   * @param log gets refusals
   * @param events gets all that admitted clients say but answers to pings
   * @throws IOException if that address cannot be listened at
   */
  ClientListener(
      InetSocketAddress at, int clients, String code, Consumer<String> log, Consumer<Event> events)
      throws IOException {
    this.code = code;
    this.log = log;
    this.events = events;
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

  InetSocketAddress address() {
    return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
  }

  Secret secret(ClientTask task) {
    return Secret.of(token, tls == null ? "" : tls.certificate(), task);
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

  @SuppressWarnings("try") // the deadline closes it as well
  private void serve(Socket connection) {
    AtomicBoolean late = new AtomicBoolean();
    try (Wire wire = new Wire(connection)) {
      // For all of it, TLS included: a byte now and then does not prolong it.
      CompletableFuture<Void> deadline =
          CompletableFuture.runAsync(
              () -> {
                late.set(true);
                wire.close();
              },
              CompletableFuture.delayedExecutor(STRANGER_MILLIS, TimeUnit.MILLISECONDS));
      if (!(wire.receive(Wire.MAX_STRANGER_BYTES) instanceof Join join)) {
        throw new IOException("it did not join");
      }
      Member member = new Member(join, wire);
      String refused = admit(join, member);
      deadline.cancel(false);
      if (refused != null) {
        refused(member.name(), connection, refused, knowsSecret(join));
        wire.send(new Failed("the controller refused it: " + refused));
        return;
      }
      member.ping();
      receive(member);
    } catch (IOException e) {
      if (!isOver()) {
        String reason = late.get() ? "it did not join in time" : String.valueOf(e.getMessage());
        refused("a connection", connection, reason, false);
      }
    }
  }

  /** Logs it as data, whatever it contains; of strangers a line a second. */
  private synchronized void refused(
      String who, Socket connection, String reason, boolean knowsSecret) {
    if (knowsSecret || System.nanoTime() - strangerLogged > LOG_EVERY_NANOS) {
      strangerLogged = knowsSecret ? strangerLogged : System.nanoTime();
      log.accept(
          Excerpt.printable(
              "refused %s from %s: %s"
                  .formatted(who, connection.getRemoteSocketAddress(), reason)));
    }
  }

  private boolean knowsSecret(Join join) {
    return MessageDigest.isEqual(
        token.getBytes(StandardCharsets.UTF_8),
        String.valueOf(join.token()).getBytes(StandardCharsets.UTF_8));
  }

  private void receive(Member member) {
    while (true) {
      try {
        Message message = member.wire().receive(Wire.MAX_BYTES);
        member.heard(message);
        if (!(message instanceof Message.Ping)) {
          events.accept(new Event(member, message, ""));
        }
      } catch (IOException e) {
        events.accept(new Event(member, null, String.valueOf(e.getMessage())));
        return;
      }
    }
  }

  /** Why a client may not join; null if it has. */
  private synchronized @Nullable String admit(Join join, Member member) {
    if (!knowsSecret(join)) {
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
  synchronized List<Member> members() {
    return Arrays.stream(members).filter(Objects::nonNull).toList();
  }

  private synchronized boolean isOver() {
    return over;
  }

  /** Admits nobody any more. */
  synchronized void end() {
    over = true;
  }

  @Override
  public void close() {
    end();
    try {
      socket.close();
    } catch (IOException e) {
      log.accept("cannot close the clients' socket: " + e.getMessage());
    }
  }
}
