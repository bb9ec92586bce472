package dev.storagebench.benchmarks.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.cell.ClientsReport;
import dev.storagebench.core.clients.Controller;
import dev.storagebench.core.clients.Controller.Started;
import dev.storagebench.core.clients.GuestClient;
import dev.storagebench.core.process.Program;
import dev.storagebench.core.process.TestPrograms;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, and a real sshd on a port of the loopback address. */
class LauncherIT {
  private static final Path SSHD = Path.of("/usr/sbin/sshd");

  @TempDir private Path folder;

  /** Says who it is and what it was given, and waits for the end of its input. */
  static final class Guest {
    public static void main(String[] arguments) throws IOException {
      System.out.println(ProcessHandle.current().pid() + " " + arguments[0]);
      System.err.println("cannot go on");
      System.in.transferTo(OutputStream.nullOutputStream());
      System.exit(7);
    }
  }

  private static List<String> command(String word) {
    return List.of(
        "-Xshare:auto", "-cp", System.getProperty("java.class.path"), Guest.class.getName(), word);
  }

  private static Started start(Launcher launcher) throws IOException {
    return launcher.start(1, command("a 'quoted' $word\\n{a,b}"));
  }

  /** Arguments arrive as they are, and nothing is left when the input ends. */
  private static void startAndEnd(Launcher launcher, String place) throws Exception {
    Started started = start(launcher);
    assertThat(started.place()).isEqualTo(place);
    Process process = started.process();
    String[] said = process.inputReader(StandardCharsets.UTF_8).readLine().split(" ", 2);
    assertThat(said[1]).isEqualTo("a 'quoted' $word\\n{a,b}");
    Optional<ProcessHandle> guest = ProcessHandle.of(Long.parseLong(said[0]));
    assertThat(guest).isPresent();
    process.getOutputStream().close();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(7);
    assertThat(process.errorReader(StandardCharsets.UTF_8).lines()).contains("cannot go on");
    assertThat(guest.get().onExit()).succeedsWithin(30, TimeUnit.SECONDS);
  }

  /** Clients as a controller has them, four of which begin together. */
  private static void measure(Launcher launcher) throws Exception {
    try (Controller controller =
        new Controller(
            client -> launcher.start(client, GuestClient.command("measure")),
            GuestClient.task(4),
            GuestClient.CODE)) {
      assertThat(controller.run(pause -> {})).hasSize(4);
      ClientsReport report = controller.report(2);
      assertThat(report.clients()).allMatch(each -> each.lost() == null);
      assertThat(report.startSpreadMicros()).isPositive();
    }
  }

  @Test
  void processesOfThisMachineGetTheirArgumentsAndEndWithTheirLauncher() throws Exception {
    startAndEnd(Launcher.parse("local"), "this machine");
    measure(Launcher.parse("local"));
  }

  @Test
  void aCommandOfOnesOwnMayPrintWhatItLikes() throws Exception {
    Path greeting =
        Files.writeString(
            folder.resolve("greet"), "#!/bin/sh\necho \"Welcome to $1!\"\nshift\nexec \"$@\"\n");
    assertThat(greeting.toFile().setExecutable(true)).isTrue();
    Launcher launcher = Launcher.parse(greeting + " node{1,2}");
    measure(launcher);
    Started started = start(launcher);
    assertThat(started.place()).isEqualTo("node2");
    assertThat(started.process().inputReader(StandardCharsets.UTF_8).readLine())
        .isEqualTo("Welcome to node2!");
    started.process().destroyForcibly().onExit().join();
  }

  @Test
  void processesBehindSshGetTheirArgumentsAndEndWithTheirLauncher() throws Exception {
    TestPrograms.assume("sshd");
    TestPrograms.assume("ssh");
    int port = freePort();
    Program.succeeds(
        "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve("host").toString());
    Program.succeeds(
        "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve("user").toString());
    Path config =
        Files.writeString(
            folder.resolve("sshd_config"),
            """
            ListenAddress 127.0.0.1:%1$d
            HostKey %2$s/host
            AuthorizedKeysFile %2$s/user.pub
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PermitRootLogin prohibit-password
            """
                .formatted(port, folder));
    if (System.getProperty("user.name").equals("root")) {
      // Without an init system nobody makes it.
      Files.createDirectories(Path.of("/run/sshd"));
    }
    Process sshd =
        new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("sshd.log").toFile())
            .start();
    try {
      for (int i = 0; i < 100 && sshd.isAlive() && !answers(port); i++) {
        Thread.sleep(100);
      }
      assumeTrue(sshd.isAlive(), Files.readString(folder.resolve("sshd.log")));
      Launcher launcher =
          Launcher.parse(
              "ssh -F none -i %s -oStrictHostKeyChecking=no -oUserKnownHostsFile=%s -- ssh://{localhost,127.0.0.1}:%d"
                  .formatted(folder.resolve("user"), folder.resolve("known"), port));
      startAndEnd(launcher, "ssh://127.0.0.1:" + port);
      measure(launcher);
    } finally {
      sshd.descendants().forEach(ProcessHandle::destroyForcibly);
      sshd.destroyForcibly();
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aHostThatIsNotReachedIsNamedWithTheReason() throws Exception {
    TestPrograms.assume("ssh");
    int port = freePort();
    Launcher launcher = Launcher.parse("ssh:127.0.0.1:" + port);
    try (Controller controller =
        new Controller(
            client -> launcher.start(client, command("x")),
            GuestClient.task(1),
            GuestClient.CODE)) {
      assertThatThrownBy(() -> controller.run(pause -> {}))
          .hasMessageContaining("client 0 (ssh://127.0.0.1:%d) was lost", port)
          .hasMessageContaining("its process ended with exit code 255: ")
          .hasMessageContaining("refused");
    }
  }

  @Test
  void hostsAreParsedAndOthersRefused() {
    assertThat(Launcher.parse("ssh:a,me@b.example:2222,[::1]").template())
        .endsWith("--", "{a,ssh://me@b.example:2222,ssh://[::1]}");
    for (String invalid :
        List.of("", "a,,b", "-oProxyCommand=x", "a b", "a:port", "a;b", "$(x)", "-l@a", "{a}")) {
      assertThatThrownBy(() -> Launcher.parse("ssh:" + invalid))
          .as(invalid)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected ssh:[USER@]HOST[:PORT],…");
    }
  }

  @Test
  void optionsOfSlurmAndOwnCommandsAreWords() {
    assertThat(Launcher.parse("slurm: --time=5  -p fast").template())
        .startsWith("srun", "--nodes=1", "--ntasks=1")
        .endsWith("--time=5", "-p", "fast");
    assertThat(Launcher.parse("kubectl exec -i bench-{0,1} --").template())
        .containsExactly("kubectl", "exec", "-i", "bench-{0,1}", "--");
    for (String invalid : List.of("rsh:a", "slurmx", "local:2", "")) {
      assertThatThrownBy(() -> Launcher.parse(invalid))
          .hasMessageContaining("invalid launch '%s' (expected local, ssh:HOST", invalid);
    }
  }
}
