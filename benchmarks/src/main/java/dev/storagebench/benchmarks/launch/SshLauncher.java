package dev.storagebench.benchmarks.launch;

import dev.storagebench.core.clients.Launched;
import dev.storagebench.core.clients.LaunchedProcess;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Starts processes by the system's {@code ssh}, on one host after the other. Where the controller
 * listens on loopback only, its port is forwarded to each of them, so that nothing but ssh crosses
 * the network.
 *
 * @param ssh the command, with options of its own
 * @param hosts in the order of processes
 */
record SshLauncher(List<String> ssh, List<Host> hosts) implements Launcher {
  /** The environment variable with another command instead of {@code ssh}, as words. */
  private static final String COMMAND = "STORAGE_BENCH_SSH";

  private static final Pattern HOST =
      Pattern.compile("((?:[^@\\s,]+@)?(?:[\\w.-]+|\\[[\\w:.%]+]))(?::(\\d{1,5}))?");

  // Below the ports from which systems choose.
  private static final int FIRST_PORT = 10_000;
  private static final int LAST_PORT = 32_000;

  private static final List<String> OPTIONS =
      List.of(
          ("-T -oBatchMode=yes -oConnectTimeout=10 -oServerAliveInterval=5 -oServerAliveCountMax=3"
                  + " -oExitOnForwardFailure=yes")
              .split(" ", -1));

  /** A host as ssh names it, with a port; 0 for that of ssh's configuration. */
  record Host(String name, int port) {}

  /**
   * Parses {@code HOST[:PORT],…}.
   *
   * @throws IllegalArgumentException with the host that is invalid
   */
  static SshLauncher parse(String hosts) {
    List<Host> all = new ArrayList<>();
    for (String each : hosts.split(",", -1)) {
      Matcher host = HOST.matcher(each);
      if (!host.matches() || each.startsWith("-")) {
        throw new IllegalArgumentException(
            "invalid host '%s' in launch 'ssh:%s' (expected ssh:[USER@]HOST[:PORT],…)"
                .formatted(each, hosts));
      }
      all.add(new Host(host.group(1), host.group(2) == null ? 0 : Integer.parseInt(host.group(2))));
    }
    String command = System.getenv().getOrDefault(COMMAND, "ssh");
    return new SshLauncher(Arrays.asList(command.strip().split("\\s+")), all);
  }

  @Override
  public Launched start(
      int processes, List<String> command, String secret, InetSocketAddress controller)
      throws IOException {
    ChildProcesses children = new ChildProcesses(secret);
    for (int i = 0; i < processes; i++) {
      Host host = hosts.get(i % hosts.size());
      List<String> words = new ArrayList<>(ssh);
      words.addAll(OPTIONS);
      if (host.port > 0) {
        words.add("-p" + host.port);
      }
      String address = controller.getHostString();
      int port = controller.getPort();
      if (controller.getAddress().isLoopbackAddress()) {
        int there = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
        words.addAll(List.of("-R", "127.0.0.1:%d:%s:%d".formatted(there, address, port)));
        address = "127.0.0.1";
        port = there;
      }
      words.addAll(List.of("--", host.name.replaceAll("[\\[\\]]", "")));
      List<String> java = new ArrayList<>(List.of(LaunchedProcess.indexFlag(i)));
      java.add(LaunchedProcess.controllerFlag(address, port));
      java.addAll(command);
      words.add("exec sh -c " + quoted(script(java)));
      children.start(OptionalInt.of(i), host.name, words);
    }
    return children;
  }

  /** With the same JVM in the same folder as here, where there are such. */
  private static String script(List<String> java) {
    return "cd %s 2>/dev/null; J=%s; [ -x \"$J\" ] || J=java; exec \"$J\" %s"
        .formatted(
            quoted(System.getProperty("user.dir")),
            quoted(ProcessMark.JAVA),
            java.stream().map(SshLauncher::quoted).collect(Collectors.joining(" ")));
  }

  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
