package dev.storagebench.core.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.engine.EngineException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class ControllerIT {
  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final String CODE = "c0de";
  private static final ClientTask TASK =
      new ClientTask(
          new Cell("PointRead", Mode.Throughput, 2, Map.of("engine", "mysql"), Cell.Timing.SHOT, 1),
          3,
          2,
          Map.of("url", "jdbc:mysql://localhost/x", "password", "pass"));

  private final List<String> log = new CopyOnWriteArrayList<>();

  /** Processes of which these have ended. */
  private record Processes(List<Ended> ended) implements Launched {
    @Override
    public void close() {
      // Nothing was started.
    }
  }

  private static final Launched ALIVE = new Processes(List.of());

  private Controller controller(int clients) throws IOException {
    return new Controller(LOOPBACK, clients, CODE, log::add);
  }

  private static ClientLink join(Controller controller, int index, String code) throws IOException {
    return ClientLink.join(
        new LaunchedProcess(index, controller.address(), controller.secret(TASK)), code);
  }

  private static CompletableFuture<List<String>> run(
      Controller controller, Launched launched, Controller.Pause pause) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return controller.run(launched, pause);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        work -> new Thread(work).start());
  }

  /** As JMH does: warm up once, measure twice. */
  private static void measure(ClientLink link, int threads, AtomicInteger running)
      throws InterruptedException {
    List<Thread> all =
        IntStream.range(0, threads)
            .mapToObj(
                i ->
                    new Thread(
                        () -> {
                          try {
                            link.start(threads, false);
                            for (int lap = 1; lap <= 2; lap++) {
                              link.start(threads, true);
                              running.incrementAndGet();
                              Thread.sleep(20);
                              link.end();
                              running.decrementAndGet();
                            }
                            link.start(threads, false);
                          } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                          }
                        }))
            .toList();
    all.forEach(Thread::start);
    for (Thread each : all) {
      each.join();
    }
    link.score(1000);
  }

  @Test
  void allThreadsOfAllClientsBeginTogetherAndPauseTogether() throws Exception {
    AtomicInteger running = new AtomicInteger();
    List<Integer> pauses = new ArrayList<>();
    List<Integer> busy = new ArrayList<>();
    try (Controller controller = controller(2)) {
      CompletableFuture<List<String>> results =
          run(
              controller,
              ALIVE,
              pause -> {
                pauses.add(pause);
                busy.add(running.get());
              });
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (int i : new int[] {1, 0}) {
        clients.add(
            CompletableFuture.runAsync(
                () -> {
                  try (ClientLink link = join(controller, i, CODE)) {
                    assertThat(link.task()).isEqualTo(TASK);
                    measure(link, 2, running);
                    link.finish("result of " + link.index());
                  } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                },
                work -> new Thread(work).start()));
      }
      clients.forEach(CompletableFuture::join);
      assertThat(results.join()).containsExactly("result of 0", "result of 1");
      assertThat(pauses).containsExactly(0, 1, 2, 3);
      assertThat(busy).containsOnly(0);
      ClientsReport report = controller.report(2);
      assertThat(report.clients()).hasSize(2);
      assertThat(report.clients().get(0).name()).startsWith("client 0 (").contains("process");
      // Of the last one only: in the first one nobody asked JMH.
      assertThat(report.clients().get(0).scores()).containsExactly(1000.0);
      assertThat(report.commonPercent()).isBetween(0.0, 100.0);
      assertThat(report.clients()).allMatch(each -> each.lost() == null);
    }
    assertThat(log).isEmpty();
  }

  @Test
  void aClientThatJoinsTwiceIsRefused() throws Exception {
    try (Controller controller = controller(2)) {
      CompletableFuture<List<String>> unused = run(controller, ALIVE, pause -> {});
      ClientLink first = join(controller, 1, CODE);
      assertThatThrownBy(() -> join(controller, 1, CODE))
          .hasMessageContaining("refused")
          .hasMessageContaining("client 1 (")
          .hasMessageContaining("has joined before");
      assertThatThrownBy(() -> join(controller, 2, CODE)).hasMessageContaining("2 clients");
      assertThat(log).hasSize(2).first().asString().contains("refused client 1");
      first.close();
    }
  }

  @Test
  void anotherVersionIsRefused() throws Exception {
    try (Controller controller = controller(1)) {
      assertThatThrownBy(() -> join(controller, 0, "01d"))
          .hasMessageContaining("other code (01d)")
          .hasMessageContaining("same program");
      assertThat(log).singleElement().asString().contains("other code");
    }
  }

  @Test
  void aStrangerIsRefusedAndLearnsNothing() throws Exception {
    try (Controller controller = controller(1);
        Controller other = controller(1)) {
      LaunchedProcess stranger = new LaunchedProcess(0, controller.address(), other.secret(TASK));
      assertThatThrownBy(() -> ClientLink.join(stranger, CODE))
          .hasMessageContaining("its secret is not this run's");
      assertThat(log).singleElement().asString().contains("its secret is not this run's");
      try (Socket socket = new Socket(LOOPBACK.getAddress(), controller.address().getPort())) {
        socket
            .getOutputStream()
            .write(("x".repeat(5000) + "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      } catch (IOException reset) {
        assertThat(reset).hasMessageContaining("reset");
      }
    }
  }

  @Test
  void whatStrangersSayIsLoggedAsDataAndOnceASecond() throws Exception {
    try (Controller controller = controller(1)) {
      for (int i = 0; i < 20; i++) {
        InetSocketAddress at = controller.address();
        try (Wire wire = new Wire(new Socket(at.getAddress(), at.getPort()))) {
          wire.send(new Message.Join(0, "guess", CODE, "x\u001b[2J\nrefused: forged\r", 1));
          assertThat(wire.receive(Wire.MAX_BYTES)).isInstanceOf(Message.Failed.class);
        }
      }
      assertThat(log).hasSizeLessThan(20);
      assertThat(log)
          .allSatisfy(line -> assertThat(line).doesNotContainPattern("\\p{Cc}"))
          .first()
          .asString()
          .contains("\\u001b[2J\\u000arefused: forged");
    }
  }

  @Test
  void aStrangerThatSaysAByteNowAndThenIsNotWaitedFor() throws Exception {
    try (Controller controller = controller(1);
        Controller outside = new Controller(outside(), 1, CODE, log::add);
        Socket slow = new Socket(LOOPBACK.getAddress(), controller.address().getPort());
        Socket slowTls = new Socket(outside.address().getAddress(), outside.address().getPort())) {
      // A handshake of 16,384 bytes begins.
      slowTls.getOutputStream().write(new byte[] {0x16, 3, 1, 0x40, 0});
      for (Socket each : List.of(slow, slowTls)) {
        each.setSoTimeout(250);
        assertThat(endsWithin(each, 120)).isTrue();
      }
      for (int i = 0; i < 1000 && log.isEmpty(); i++) {
        Thread.sleep(10); // It is logged when the connection has ended.
      }
      assertThat(log).first().asString().contains("it did not join in time");
    }
  }

  /** Whether the other side ends a connection on which a byte is sent now and then. */
  private static boolean endsWithin(Socket socket, int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      try {
        socket.getOutputStream().write(' ');
        if (socket.getInputStream().read() < 0) {
          return true;
        }
      } catch (SocketTimeoutException stillOpen) {
        // The next byte.
      } catch (SocketException reset) {
        return true;
      }
    }
    return false;
  }

  @Test
  void whoComesAfterTheEndIsRefused() throws Exception {
    try (Controller controller = controller(2)) {
      CompletableFuture<List<String>> results =
          run(
              controller,
              new Processes(List.of(new Launched.Ended(OptionalInt.of(1), "db7", 137, "Killed"))),
              pause -> {});
      assertThatThrownBy(results::join)
          .hasCauseInstanceOf(EngineException.class)
          .hasMessageContaining(
              "before all clients had joined, client 1 on db7 ended with exit code 137: Killed");
      assertThatThrownBy(() -> join(controller, 0, CODE)).hasMessageContaining("too late");
    }
  }

  @Test
  void aLostClientEndsTheCellAndIsNamed() throws Exception {
    try (Controller controller = controller(2)) {
      CompletableFuture<List<String>> results = run(controller, ALIVE, pause -> {});
      ClientLink stays = join(controller, 0, CODE);
      Wire lost = raw(controller, 1);
      // The first ping.
      assertThat(lost.receive(Wire.MAX_BYTES)).isInstanceOf(Message.Ping.class);
      stays.close();
      assertThatThrownBy(results::join)
          .hasCauseInstanceOf(EngineException.class)
          .hasMessageContaining("client 0 (")
          .hasMessageContaining("was lost: the connection ended");
      Message last;
      do {
        last = lost.receive(Wire.MAX_BYTES);
      } while (last instanceof Message.Ping);
      assertThat(last)
          .isInstanceOfSatisfying(
              Message.Failed.class, failed -> assertThat(failed.reason()).contains("client 0 ("));
      assertThatThrownBy(() -> lost.receive(Wire.MAX_BYTES)).isInstanceOf(EOFException.class);
      ClientsReport.Client report = controller.report(2).clients().get(0);
      assertThat(report.lost()).contains("was lost");
      assertThat(report.errorMicros()).as("of a clock that nobody has read").isNull();
    }
  }

  @Test
  void aClientThatFindsNobodyAtTheLoopbackAddressNamesTheOption() throws Exception {
    LaunchedProcess late;
    try (Controller controller = controller(1)) {
      late = new LaunchedProcess(0, controller.address(), controller.secret(TASK));
    }
    // A thread that was accepting may take one more connection after the close.
    for (boolean listening = true; listening; ) {
      try (Socket last = new Socket()) {
        last.connect(late.controller());
      } catch (ConnectException refused) {
        listening = false;
      }
    }
    assertThatThrownBy(() -> ClientLink.join(late, CODE))
        .hasMessageContaining("refused; clients on other machines need --listen HOST:PORT");
  }

  @Test
  void aClientThatFailsSaysWhy() throws Exception {
    try (Controller controller = controller(1)) {
      CompletableFuture<List<String>> results = run(controller, ALIVE, pause -> {});
      try (ClientLink link = join(controller, 0, CODE)) {
        link.fail("no route to host");
        assertThatThrownBy(results::join).hasMessageContaining("failed: no route to host");
      }
    }
  }

  private static Wire raw(Controller controller, int index) throws IOException {
    InetSocketAddress at = controller.address();
    Wire wire = new Wire(new Socket(at.getAddress(), at.getPort()));
    Secret secret = Secret.parse(controller.secret(TASK));
    wire.send(new Message.Join(index, secret.token(), CODE, "here, process 1", 1));
    return wire;
  }

  private static InetSocketAddress outside() throws SocketException {
    Optional<InetAddress> outside =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(each -> !each.isLoopbackAddress() && !each.isLinkLocalAddress())
            .findFirst();
    assumeTrue(outside.isPresent(), "this machine has no address but the loopback one");
    return new InetSocketAddress(outside.get(), 0);
  }

  @Test
  void betweenMachinesThereIsTlsAndOneCertificate() throws Exception {
    InetSocketAddress at = outside();
    try (Controller controller = new Controller(at, 1, CODE, log::add);
        Controller other = new Controller(at, 1, CODE, log::add)) {
      CompletableFuture<List<String>> results = run(controller, ALIVE, pause -> {});
      assertThatThrownBy(
              () ->
                  ClientLink.join(
                      new LaunchedProcess(0, other.address(), controller.secret(TASK)), CODE))
          .hasStackTraceContaining("not the controller's certificate");
      try (ClientLink link = join(controller, 0, CODE)) {
        link.finish("done");
        assertThat(results.join()).containsExactly("done");
      }
      assertThat(controller.secret(TASK)).contains("\"certificate\":\"");
    }
  }

  @Test
  void onlyAnAddressThatClientsCanUseIsListenedAt() {
    assertThatThrownBy(() -> new Controller(new InetSocketAddress(0), 1, CODE, log::add))
        .hasMessageContaining("name the address that clients connect to");
  }

  @Test
  void noPasswordIsInAnythingPrinted() throws Exception {
    try (Controller controller = controller(1)) {
      assertThat(TASK.toString()).doesNotContain("pass\"").doesNotContain("password");
      assertThat(Secret.parse(controller.secret(TASK)).toString()).isEqualTo("Secret");
      assertThatThrownBy(() -> Secret.parse("{\"token\":\"tok"))
          .satisfies(e -> assertThat(String.valueOf(e.getMessage())).doesNotContain("tok\""));
    }
  }
}
