package dev.storagebench.benchmarks.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.clients.Launched;
import dev.storagebench.core.clients.LaunchedProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, and a real sshd on a port of the loopback address. */
class LauncherIT {
  private static final String SECRET = "the $secret 'line'";
  private static final Path SSHD = Path.of("/usr/sbin/sshd");

  @TempDir private Path folder;

  /** A launched process: connects to its controller and says what it knows, then waits or ends. */
  static final class Guest {
    public static void main(String[] arguments) throws Exception {
      LaunchedProcess self = LaunchedProcess.self();
      try (Socket socket =
          new Socket(self.controller().getAddress(), self.controller().getPort())) {
        String text =
            "%d %s %s %d\n"
                .formatted(
                    self.index(), self.secret(), arguments[0], ProcessHandle.current().pid());
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        if (self.index() == 1) {
          System.err.println("cannot go on");
          System.exit(7);
        }
        socket.getInputStream().read();
      }
    }
  }

  private static List<String> command(String word) {
    return List.of(
        "-Xshare:auto", "-cp", System.getProperty("java.class.path"), Guest.class.getName(), word);
  }

  private void startAndEnd(Launcher launcher, String where) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(60_000);
      List<String> said = new ArrayList<>();
      List<Socket> open = new ArrayList<>();
      Launched launched =
          launcher.start(
              2,
              command("a 'quoted' $word"),
              SECRET,
              new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
      try (launched) {
        for (int i = 0; i < 2; i++) {
          Socket guest = server.accept();
          open.add(guest);
          String line =
              new BufferedReader(
                      new InputStreamReader(guest.getInputStream(), StandardCharsets.UTF_8))
                  .readLine();
          said.add(line);
          if (line.startsWith("1 ")) {
            // As a controller does at its end: ssh lives as long as a connection it forwards.
            guest.close();
          }
        }
        assertThat(said)
            .anyMatch(line -> line.startsWith("0 " + SECRET + " a 'quoted' $word "))
            .anyMatch(line -> line.startsWith("1 " + SECRET + " a 'quoted' $word "));
        for (String line : said.stream().filter(each -> each.startsWith("0")).toList()) {
          Path process = Path.of("/proc", line.substring(line.lastIndexOf(' ') + 1), "cmdline");
          if (Files.exists(process)) {
            assertThat(Files.readString(process))
                .contains("launch.index=0")
                .doesNotContain("line'");
          }
        }
        for (int i = 0; i < 600 && launched.ended().isEmpty(); i++) {
          Thread.sleep(100);
        }
        assertThat(launched.ended())
            .singleElement()
            .hasToString("1 on %s ended with exit code 7: cannot go on".formatted(where));
      }
      assertThat(launched.ended()).hasSize(2);
      for (Socket each : open) {
        each.close();
      }
      for (String line : said) {
        long pid = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
        Optional<ProcessHandle> left = ProcessHandle.of(pid);
        if (left.isPresent()) {
          // It has no terminal; only the end of its input tells it.
          left.get().onExit().get(30, TimeUnit.SECONDS);
        }
      }
    }
  }

  @Test
  void processesOfThisMachineKnowTheirIndexAndEndWithTheirLauncher() throws Exception {
    startAndEnd(Launcher.parse("local"), "this machine");
  }

  @Test
  void processesBehindSshKnowTheirIndexAndEndWithTheirLauncher() throws Exception {
    assumeTrue(Files.isExecutable(SSHD), "no sshd: install openssh-server");
    assumeTrue(run("ssh", "-V") == 0, "no ssh: install openssh-client");
    int port = freePort();
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve("host").toString());
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve("user").toString());
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
      List<String> ssh =
          List.of(
              "ssh",
              "-F",
              "none",
              "-i",
              folder.resolve("user").toString(),
              "-oStrictHostKeyChecking=no",
              "-oUserKnownHostsFile=" + folder.resolve("known"));
      SshLauncher parsed = SshLauncher.parse("127.0.0.1:" + port);
      startAndEnd(new SshLauncher(ssh, parsed.hosts()), "127.0.0.1");
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

  private static int run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor();
  }

  @Test
  void aHostThatIsNotReachedIsNamedWithTheReason() throws Exception {
    assumeTrue(run("sh", "-c", "command -v ssh") == 0, "no ssh: install openssh-client");
    try (Launched launched =
        SshLauncher.parse("127.0.0.1:" + freePort())
            .start(
                1,
                command("x"),
                SECRET,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 1))) {
      for (int i = 0; i < 300 && launched.ended().isEmpty(); i++) {
        Thread.sleep(100);
      }
      assertThat(launched.ended())
          .singleElement()
          .asString()
          .startsWith("0 on 127.0.0.1 ended with exit code 255: ")
          .contains("refused");
    }
  }

  @Test
  void hostsAreParsedAndOthersRefused() {
    assertThat(SshLauncher.parse("a,me@b.example:2222,[::1]:22").hosts())
        .containsExactly(
            new SshLauncher.Host("a", 0),
            new SshLauncher.Host("me@b.example", 2222),
            new SshLauncher.Host("[::1]", 22));
    for (String invalid : List.of("", "a,,b", "-oProxyCommand=x", "a b", "a:port", "a;b", "$(x)")) {
      assertThatThrownBy(() -> Launcher.parse("ssh:" + invalid))
          .as(invalid)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected ssh:[USER@]HOST[:PORT],…");
    }
    assertThatThrownBy(() -> Launcher.parse("rsh:a"))
        .hasMessageContaining("invalid launch 'rsh:a' (expected local, ssh:HOST");
  }
}
