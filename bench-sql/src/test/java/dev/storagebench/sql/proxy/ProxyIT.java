package dev.storagebench.sql.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.sql.server.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proxies before one server, which all tests share. */
final class ProxyIT {
  @TempDir static Path folder;
  private static ServerGroup group;

  @BeforeAll
  static void start() throws Exception {
    group = Cluster.servers(Files.createDirectory(folder.resolve("store")), Topology.ROUTE);
    try (Connection connection = Cluster.connect(group.servers().get(0), "")) {
      Cluster.execute(
          connection,
          "CREATE DATABASE bench",
          "CREATE TABLE bench.t (id BIGINT PRIMARY KEY, c VARCHAR(100) NOT NULL)",
          "INSERT INTO bench.t VALUES (1, 'one'), (2, 'two'), (3, 'three')");
    }
  }

  @AfterAll
  static void stop() throws Exception {
    Cluster.close(group);
  }

  private static ServerProcess start(String proxy, String home) {
    return Proxy.start(
        Cluster.options(proxy), group, Cluster.DATABASE, List.of(), folder.resolve(home));
  }

  @ParameterizedTest
  @ValueSource(strings = {"haproxy", "shardingsphere"})
  void passesOnSelectsPreparedStatementsAndTransactions(String program) throws Exception {
    long selects = Cluster.status(group.servers().get(0), "Com_select");
    try (ServerProcess proxy = start(program, program);
        Connection connection = Cluster.connect(proxy)) {
      assertThat(Cluster.value(connection, "SELECT c FROM t WHERE id = 1")).isEqualTo("one");
      try (PreparedStatement select = connection.prepareStatement("SELECT c FROM t WHERE id = ?")) {
        for (int i = 0; i < 50; i++) {
          select.setLong(1, 1 + i % 2);
          try (ResultSet row = select.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo(i % 2 == 0 ? "one" : "two");
          }
        }
      }
      connection.setAutoCommit(false);
      Cluster.execute(connection, "UPDATE t SET c = 'drei' WHERE id = 3");
      try (Connection administration = Cluster.connect(group.servers().get(0), "bench")) {
        String three = "SELECT c FROM t WHERE id = 3";
        assertThat(Cluster.value(administration, three)).isEqualTo("three");
        connection.rollback();
        assertThat(Cluster.value(administration, three)).isEqualTo("three");
        Cluster.execute(connection, "UPDATE t SET c = 'trois' WHERE id = 3");
        connection.commit();
        assertThat(Cluster.value(administration, three)).isEqualTo("trois");
        Cluster.execute(administration, "UPDATE t SET c = 'three' WHERE id = 3");
      }
    }
    assertThat(Cluster.status(group.servers().get(0), "Com_select") - selects)
        .isGreaterThanOrEqualTo(53);
  }

  @ParameterizedTest
  @ValueSource(strings = {"haproxy", "shardingsphere"})
  void listensOnTheLoopbackAddressOnly(String program) throws Exception {
    try (ServerProcess proxy = start(program, program)) {
      int port = ((InetSocketAddress) proxy.endpoint().address()).getPort();
      Socket loopback = new Socket(InetAddress.getLoopbackAddress(), port);
      loopback.close();
      for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InetAddress address : Collections.list(each.getInetAddresses())) {
          if (!address.isLoopbackAddress()) {
            assertThatThrownBy(() -> new Socket(address, port).close())
                .isInstanceOf(IOException.class);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"haproxy", "shardingsphere"})
  void aKilledOneShowsTheEndOfItsLog(String program) throws Exception {
    ServerProcess proxy = start(program, program);
    assertThat(proxy.death()).isEmpty();
    Files.writeString(
        folder.resolve(program).resolve("proxy.log"), "last words\n", StandardOpenOption.APPEND);
    proxy.process().destroyForcibly();
    proxy.process().onExit().join();
    assertThat(proxy.death().orElseThrow()).contains("was killed (SIGKILL)").contains("last words");
    assertThatThrownBy(proxy::close)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("last words");
    // and its folder can be used again
    start(program, program).close();
  }

  @Test
  @Tag("nightly")
  void twoRunAtOnce() throws Exception {
    try (ServerProcess one = start("shardingsphere", "one");
        ServerProcess other = start("shardingsphere", "other");
        Connection first = Cluster.connect(one);
        Connection second = Cluster.connect(other)) {
      assertThat(Cluster.value(first, "SELECT c FROM t WHERE id = 2")).isEqualTo("two");
      assertThat(Cluster.value(second, "SELECT c FROM t WHERE id = 2")).isEqualTo("two");
    }
  }

  @Test
  void passwordsAreInNoFileAndOnNoCommandLine() throws Exception {
    ServerProcess server = group.servers().get(0);
    try (ServerProcess proxy = start("shardingsphere", "secret")) {
      try (Stream<Path> files = Files.walk(folder.resolve("secret"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(proxy.password(), server.password());
        }
      }
      Path processes = Path.of("/proc", Long.toString(proxy.process().pid()));
      assumeTrue(Files.isDirectory(processes), "there is no /proc to look into");
      for (String file : List.of("cmdline", "environ")) {
        assertThat(Files.readString(processes.resolve(file), StandardCharsets.ISO_8859_1))
            .doesNotContain(proxy.password(), server.password());
      }
    }
  }

  @Test
  void anUnknownPropertyIsRefused() {
    Cluster.options("shardingsphere");
    ProxyOptions options =
        ProxyOptions.of(Map.of("proxy", "shardingsphere", "proxy.sql-shw", "true")).orElseThrow();
    assertThatThrownBy(
            () -> Proxy.start(options, group, "bench", List.of(), folder.resolve("unknown")))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("unknown property 'sql-shw'")
        .hasMessageContaining("sql-show");
  }

  @Test
  @Tag("nightly")
  void textsReachTheServerAsTheClientSendsThem() throws Exception {
    ServerProcess server = group.servers().get(0);
    for (String statements : List.of("prepared", "text")) {
      Cluster.options("shardingsphere");
      ProxyOptions options =
          ProxyOptions.of(
                  Map.of(
                      "proxy", "shardingsphere",
                      "proxy.statements", statements,
                      "proxy.executor", "OLTP"))
              .orElseThrow();
      try (ServerProcess proxy =
              Proxy.start(options, group, "bench", List.of(), folder.resolve("texts"));
          Connection connection = Cluster.connect(proxy)) {
        long executed = Cluster.status(server, "Com_stmt_execute");
        try (PreparedStatement select =
            connection.prepareStatement("SELECT c FROM t WHERE id = ?")) {
          select.setLong(1, 2);
          try (ResultSet row = select.executeQuery()) {
            assertThat(row.next()).isTrue();
          }
        }
        assertThat(Cluster.status(server, "Com_stmt_execute") - executed)
            .as(statements)
            .isEqualTo(statements.equals("prepared") ? 1 : 0);
      }
    }
  }

  @Test
  void dieWithTheirJvmWhereSetprivIsThere() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "there is no setpriv");
    List<String> programs = List.of("haproxy", "shardingsphere");
    programs.forEach(Cluster::options);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                GroupOrphanMaker.class.getName(),
                Files.createDirectory(folder.resolve("orphans")).toString()));
    command.addAll(programs);
    Process jvm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<ProcessHandle> processes =
        Stream.of(jvm.inputReader().readLine().split(" ", -1))
            .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
            .toList();
    assertThat(processes).hasSize(3).allMatch(process -> process.info().command().isPresent());
    jvm.destroyForcibly().waitFor();
    // A zombie that nobody collects has no command.
    for (int i = 0; i < 500 && processes.stream().anyMatch(ProxyIT::runs); i++) {
      Thread.sleep(10);
    }
    assertThat(processes).noneMatch(ProxyIT::runs);
  }

  private static boolean runs(ProcessHandle process) {
    return process.info().command().isPresent();
  }
}
