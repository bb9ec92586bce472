package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All tests share one home: each start finds what the test before it left. */
final class MysqlServerIT {
  private static final Duration SHORT = Duration.ofSeconds(1);

  @TempDir static Path folder;
  private static ServerInstall install;
  private static Path home;

  @BeforeAll
  static void prepare() throws IOException {
    install = RealServer.mysql();
    // Longer than a socket's path may be.
    home = Files.createDirectories(folder.resolve("long".repeat(30)).resolve("home"));
  }

  @Test
  void greetsOnItsSocketUntilClosed() throws Exception {
    ServerProcess server = MysqlServer.start(install, home, ServerOptions.of(List.of()));
    assertThat(server.endpoint().socket()).isPresent();
    assertThat(server.endpoint().greets(SHORT)).isTrue();
    server.close();
    assertThat(server.process().isAlive()).isFalse();
    assertThat(server.endpoint().greets(SHORT)).isFalse();
    assertThat(home.resolve("server.properties")).doesNotExist();
    assertThat(server.endpoint().socket().orElseThrow().getParent()).doesNotExist();
  }

  @Test
  void greetsOnTheLoopbackAddress() throws Exception {
    ServerOptions options = ServerOptions.of(List.of()).withListen(ServerOptions.Listen.LOOPBACK);
    try (ServerProcess server = MysqlServer.start(install, home, options)) {
      assertThat(server.endpoint().greets(SHORT)).isTrue();
    }
  }

  @Test
  void passwordIsOnNoCommandLineAndInNoFile() throws Exception {
    try (ServerProcess server = MysqlServer.start(install, home, ServerOptions.of(List.of()))) {
      assertThat(server.password()).hasSizeGreaterThan(20);
      Path processes = Path.of("/proc");
      assumeTrue(Files.isDirectory(processes), "there is no /proc to look into");
      long pid = server.process().pid();
      for (String file : List.of("cmdline", "environ")) {
        assertThat(latin1(processes.resolve(pid + "/" + file))).doesNotContain(server.password());
      }
      assertThat(filesContaining(home, server.password())).isEmpty();
      Path socketFolder = server.endpoint().socket().orElseThrow().getParent();
      assertThat(filesContaining(socketFolder, server.password())).isEmpty();
    }
  }

  @Test
  void aFailedStartShowsTheEndOfTheLog() {
    ServerOptions options = ServerOptions.of(List.of("--no-such-option=1"));
    assertThatThrownBy(() -> MysqlServer.start(install, home, options))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("no-such-option")
        .hasMessageContaining(home.toString());
    assertThat(home.resolve("server.properties")).doesNotExist();
  }

  @Test
  void refusesAFolderThatALiveProcessUses() {
    try (ServerProcess server = MysqlServer.start(install, home, ServerOptions.of(List.of()))) {
      assertThatThrownBy(() -> MysqlServer.start(install, home, ServerOptions.of(List.of())))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
      assertThat(server.process().isAlive()).isTrue();
    }
  }

  @Test
  void runsBehindALauncher() {
    Path proof = folder.resolve("launched");
    ServerOptions options =
        ServerOptions.of(List.of())
            .withLauncher(List.of("sh", "-c", "echo $$ > '" + proof + "' && exec \"$@\"", "sh"));
    try (ServerProcess server = MysqlServer.start(install, home, options)) {
      assertThat(proof).hasContent(Long.toString(server.process().pid()));
      assertThat(server.process().info().command().orElseThrow()).endsWith("mysqld");
    }
  }

  @Test
  void survivesTheThreadThatStartedIt() throws Exception {
    List<ServerProcess> started = new ArrayList<>();
    Thread thread =
        new Thread(
            () -> started.add(MysqlServer.start(install, home, ServerOptions.of(List.of()))));
    thread.start();
    thread.join();
    try (ServerProcess server = started.get(0)) {
      Thread.sleep(200);
      assertThat(server.process().isAlive()).isTrue();
      assertThat(server.endpoint().greets(SHORT)).isTrue();
    }
  }

  @Test
  void aServerWhoseJvmWasKilledIsGoneAtTheLatestAfterTheNextStart() throws Exception {
    // The launcher hides the server from the signal at its parent's death, so that it is left over.
    List<String> words =
        new ArrayList<>(List.of("sh", "-c", "[ $1 = setpriv ] && shift 3; exec \"$@\"", "sh"));
    ProcessHandle orphan = orphan(words);
    assertThat(orphan.isAlive()).isTrue();
    Path note = home.resolve("server.properties");
    assertThat(note).exists();

    ServerProcess next = MysqlServer.start(install, home, ServerOptions.of(List.of()));
    assertThat(gone(orphan)).isTrue();
    next.close();
    assertThat(note).doesNotExist();
  }

  @Test
  void dieWithTheirJvmWhereSetprivIsThere() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "there is no setpriv");
    assertThat(gone(orphan(List.of()))).isTrue();
    MysqlServer.start(install, home, ServerOptions.of(List.of())).close();
  }

  /** Starts a server in a child JVM, kills the JVM and returns the server's process. */
  private static ProcessHandle orphan(List<String> launcher) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OrphanMaker.class.getName(),
                home.toString()));
    command.addAll(launcher);
    Process jvm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String pid = jvm.inputReader().readLine();
    ProcessHandle server = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    jvm.destroyForcibly().waitFor();
    return server;
  }

  /** Waits a while; a zombie that nobody collects counts as gone. */
  private static boolean gone(ProcessHandle process) throws InterruptedException {
    for (int i = 0; i < 500 && process.info().command().isPresent(); i++) {
      Thread.sleep(10);
    }
    return process.info().command().isEmpty();
  }

  private static List<Path> filesContaining(Path folder, String text) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> regular = files.filter(Files::isRegularFile).toList();
      assertThat(regular).isNotEmpty();
      List<Path> found = new ArrayList<>();
      for (Path file : regular) {
        if (latin1(file).contains(text)) {
          found.add(file);
        }
      }
      return found;
    }
  }

  private static String latin1(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
