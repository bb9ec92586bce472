package dev.storagebench.core.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.Controller.Started;
import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Clients in JVMs of their own. */
class ControllerIT {
  private final List<Process> processes = new ArrayList<>();

  /** One client for each behaviour. */
  private Controller controller(String... behaviours) throws IOException {
    return new Controller(
        client -> watched(GuestClient.start(behaviours[client])),
        GuestClient.task(behaviours.length),
        GuestClient.CODE);
  }

  private Started watched(Started started) {
    processes.add(started.process());
    return started;
  }

  private void requireFailure(Controller controller, String pattern) {
    assertThatThrownBy(() -> controller.run(pause -> {}))
        .isInstanceOf(EngineException.class)
        .message()
        .containsPattern(pattern);
    controller.close();
    assertThat(processes).noneMatch(Process::isAlive);
  }

  @Test
  void allClientsBeginTogetherAndPauseTogether() throws Exception {
    List<Long> pauses = new ArrayList<>();
    try (Controller controller = controller("measure", "measure")) {
      List<String> results = controller.run(pause -> pauses.add(System.nanoTime()));
      assertThat(results).hasSize(2);
      assertThat(results.get(0)).startsWith("0: ");
      assertThat(results.get(1)).startsWith("1: ");
      assertThat(pauses).hasSize(GuestClient.WINDOWS + 2);
      // They have one clock.
      List<String> windows =
          results.stream().flatMap(each -> Stream.of(each.substring(3).split(" ", -1))).toList();
      assertThat(windows).hasSize(2 * GuestClient.WINDOWS);
      for (String window : windows) {
        String[] ends = window.split("-", -1);
        assertThat(pauses)
            .noneMatch(at -> at > Long.parseLong(ends[0]) && at < Long.parseLong(ends[1]));
      }
      ClientsReport report = controller.report(2);
      assertThat(report.clients()).hasSize(2);
      assertThat(report.clients().get(0).name())
          .startsWith("client 0 (")
          .endsWith("process %d)".formatted(processes.get(0).pid()));
      assertThat(report.clients().get(0).scores()).containsExactly(1000.0, 1000.0, 1000.0);
      assertThat(report.commonPercent()).isBetween(0.0, 100.0);
      assertThat(report.clients()).allMatch(each -> each.lost() == null);
      for (Process each : processes) {
        assertThat(each.waitFor()).isZero();
      }
    }
  }

  @Test
  void anotherVersionIsRefused() throws Exception {
    requireFailure(
        controller("other"),
        "client 0 \\(.*\\) has other code \\(01d\\) than the controller \\(c0de\\).* same program");
  }

  @Test
  void oneThatEndsBeforeItJoinsIsNamedWithItsLastWords() throws Exception {
    requireFailure(
        controller("hang", "exit"),
        "client 1 \\(db7\\) was lost: .* its process ended with exit code 7: cannot go on");
  }

  @Test
  void aKilledClientEndsTheCellAndWhatWasMeasuredStays() throws Exception {
    Controller controller = controller("measure", "measure");
    assertThatThrownBy(
            () ->
                controller.run(
                    pause -> {
                      if (pause == GuestClient.WINDOWS) {
                        processes.get(1).destroyForcibly().onExit().join();
                      }
                    }))
        .isInstanceOf(EngineException.class)
        .message()
        .containsPattern("client 1 \\(.*\\) was lost: .*exit code 137");
    ClientsReport report = controller.report(2);
    assertThat(report.clients().get(0).lost()).isNull();
    assertThat(report.clients().get(1).lost()).contains("was lost");
    assertThat(report.startSpreadMicros()).isPositive();
    controller.close();
    assertThat(processes).noneMatch(Process::isAlive);
  }

  @Test
  void aClientThatFailsSaysWhy() throws Exception {
    requireFailure(controller("hang", "fail"), "client 1 \\(.*\\) failed: no route to host");
  }

  @Test
  void aClientThatIsStoppedCountsAsLost() throws Exception {
    Controller controller =
        new Controller(
            client -> watched(GuestClient.started("sh", "-c", join("host") + "; sleep 600")),
            GuestClient.task(1),
            GuestClient.CODE);
    requireFailure(controller, "client 0 \\(host\\) was lost: silent for 10 s");
  }

  /** What a client prints when it joins. */
  private static String join(String process) {
    return "printf '%%s\\n' '{\"kind\":\"Join\",\"code\":\"%s\",\"process\":\"%s\",\"processors\":1}'"
        .formatted(GuestClient.CODE, process);
  }

  @Test
  void whatClientsSayIsShownAsData() throws Exception {
    Controller controller =
        new Controller(
            client ->
                watched(
                    GuestClient.started(
                        "sh",
                        "-c",
                        join("x\\u001b[2J\\nforged") + "; printf 'bell \\007' >&2; exit 3")),
            GuestClient.task(1),
            GuestClient.CODE);
    assertThatThrownBy(() -> controller.run(pause -> {}))
        .message()
        .doesNotContainPattern("\\p{Cc}")
        .contains("x\\u001b[2J\\u000aforged")
        .endsWith("exit code 3: bell \\u0007");
    controller.close();
  }

  @Test
  void ifOneCannotBeStartedTheOthersEnd() {
    assertThatThrownBy(
            () ->
                new Controller(
                    client ->
                        client == 0
                            ? watched(GuestClient.start("hang"))
                            : GuestClient.started("no-such-command"),
                    GuestClient.task(2),
                    GuestClient.CODE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-command");
    assertThat(processes).singleElement().matches(each -> !each.isAlive());
  }

  @Test
  void aClientWhoseControllerFallsSilentEnds() throws Exception {
    Process guest = GuestClient.start("hang").process();
    JsonLineChannel wire = new JsonLineChannel(guest.getInputStream(), guest.getOutputStream());
    assertThat(wire.receive()).isInstanceOf(Message.Join.class);
    wire.send(GuestClient.task(1));
    assertThat(guest.waitFor(5, TimeUnit.SECONDS)).isFalse();
    assertThat(guest.waitFor(15, TimeUnit.SECONDS)).isTrue();
    assertThat(guest.errorReader().readLine()).isEqualTo("the controller is gone: silent");
  }

  @Test
  void aClientWhoseControllerIsGoneEnds() throws Exception {
    Process guest = GuestClient.start("hang").process();
    JsonLineChannel wire = new JsonLineChannel(guest.getInputStream(), guest.getOutputStream());
    assertThat(wire.receive()).isInstanceOf(Message.Join.class);
    wire.send(GuestClient.task(1));
    guest.getOutputStream().close();
    assertThat(guest.waitFor(5, TimeUnit.SECONDS)).isTrue();
    assertThat(guest.errorReader().readLine()).contains("the controller is gone");
  }

  @Test
  void noPasswordIsInAnythingPrinted() {
    assertThat(GuestClient.task(1).toString()).doesNotContain("pa55");
  }
}
