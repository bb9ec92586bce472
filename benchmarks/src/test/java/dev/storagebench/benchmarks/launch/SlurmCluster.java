package dev.storagebench.benchmarks.launch;

import dev.storagebench.core.process.Program;
import dev.storagebench.core.process.TestPrograms;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A Slurm cluster on this machine: {@code munged}, {@code slurmctld} and a {@code slurmd} a node,
 * from Debian's packages {@code slurm-wlm} and {@code munge}. Nodes see the same files, except for
 * {@link #local}, of which each has its own, as on a cluster. Everything has its own folder, ports
 * and key; nothing of the system's own Slurm is used.
 */
public final class SlurmCluster implements AutoCloseable {
  private static final int START_SECONDS = 60;

  private final Path folder;
  private final Map<String, Process> daemons = new LinkedHashMap<>();
  private final Map<Integer, String> namespaces = new HashMap<>();

  private SlurmCluster(Path folder) {
    this.folder = folder;
  }

  /**
   * Starts one with nodes {@code c1}, {@code c2}, …, or skips the test with the reason.
   *
   * @param folder a short path: sockets are in it
   */
  public static SlurmCluster start(Path folder, int nodes) throws Exception {
    List.of("slurmd", "srun", "unshare", "mount").forEach(TestPrograms::assume);
    Assumptions.assumeTrue(System.getProperty("user.name").equals("root"), "needs root");
    Assumptions.assumeTrue(
        Program.succeeds("unshare", "--mount", "true"), "mount namespaces are not permitted here");
    SlurmCluster cluster = new SlurmCluster(folder.toRealPath());
    try {
      cluster.startDaemons(nodes);
      return cluster;
    } catch (Exception | AssertionError e) {
      cluster.close();
      throw e;
    }
  }

  private void startDaemons(int nodes) throws Exception {
    byte[] key = new byte[1024];
    new SecureRandom().nextBytes(key);
    Files.write(folder.resolve("key"), key);
    Files.setPosixFilePermissions(
        folder.resolve("key"), PosixFilePermissions.fromString("r--------"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(configuration(), configurationOf(nodes));
    Files.createDirectories(local());
    daemon(
        "munged",
        "munged",
        "--foreground",
        "--force",
        "--key-file=" + folder.resolve("key"),
        "--socket=" + folder.resolve("munge.socket"),
        "--pid-file=" + folder.resolve("munged.pid"),
        "--log-file=" + folder.resolve("munged.log"),
        "--seed-file=" + folder.resolve("munged.seed"));
    await("munged", () -> Files.exists(folder.resolve("munge.socket")));
    daemon("slurmctld", "slurmctld", "-D", "-i", "-f", configuration().toString());
    for (int i = 1; i <= nodes; i++) {
      startNode(i);
    }
    await("slurmd", () -> run("sinfo", "-h", "-t", "idle", "-o", "%D").strip().equals("" + nodes));
    for (int i = 1; i <= nodes; i++) {
      processes(i);
    }
  }

  /** Starts a node, or starts it again. */
  public void startNode(int node) throws IOException {
    Files.createDirectories(local(node));
    daemon(
        "c" + node,
        "unshare",
        "--mount",
        "sh",
        "-c",
        "mount --bind %s %s && exec slurmd -D -N c%d -f %s"
            .formatted(local(node), local(), node, configuration()));
  }

  private String configurationOf(int nodes) throws IOException {
    String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    List<Integer> ports = freePorts(nodes + 1);
    StringBuilder text = new StringBuilder();
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("ClusterName", "bench");
    settings.put("SlurmctldHost", host + "(127.0.0.1)");
    settings.put("SlurmctldPort", ports.get(0));
    settings.put("AuthInfo", "socket=" + folder.resolve("munge.socket"));
    settings.put("SlurmUser", "root");
    settings.put("StateSaveLocation", folder.resolve("state"));
    settings.put("SlurmctldPidFile", folder.resolve("slurmctld.pid"));
    settings.put("SlurmctldLogFile", folder.resolve("slurmctld.log"));
    settings.put("SlurmdSpoolDir", folder.resolve("spool.%n"));
    settings.put("SlurmdPidFile", folder.resolve("slurmd.%n.pid"));
    settings.put("SlurmdLogFile", folder.resolve("slurmd.%n.log"));
    settings.put("ProctrackType", "proctrack/linuxproc");
    settings.put("TaskPlugin", "task/none");
    settings.put("SwitchType", "switch/none");
    settings.put("MpiDefault", "none");
    settings.put("SelectType", "select/cons_tres");
    settings.put("SelectTypeParameters", "CR_CPU");
    settings.put("SlurmdParameters", "config_overrides");
    settings.put("AccountingStorageType", "accounting_storage/none");
    settings.put("JobAcctGatherType", "jobacct_gather/none");
    settings.put("ReturnToService", 2);
    // A dead node is noticed, and its job queued again, in seconds.
    settings.put("SlurmdTimeout", 10);
    settings.put("KillWait", 5);
    settings.put(
        "SchedulerParameters", "batch_sched_delay=1,sched_min_interval=0,sched_interval=2");
    settings.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    for (int i = 1; i <= nodes; i++) {
      text.append(
          "NodeName=c%d NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=2 RealMemory=2000%n"
              .formatted(i, host, ports.get(i)));
    }
    return text.append("PartitionName=p Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n")
        .toString();
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket each : sockets) {
        each.close();
      }
    }
  }

  private void daemon(String name, String... command) throws IOException {
    daemons.put(
        name,
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".out").toFile())
            .start());
  }

  /** Slurm's configuration, whose path is {@code SLURM_CONF} for its commands. */
  public Path configuration() {
    return folder.resolve("slurm.conf");
  }

  /** The folder that is another one on each node. */
  public Path local() {
    return folder.resolve("local");
  }

  /** The folder of a node, seen from outside. */
  public Path local(int node) {
    return folder.resolve("local.c" + node);
  }

  /** What a command of Slurm printed. */
  public String run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SLURM_CONF", configuration().toString());
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }

  /** Kills all processes of a node at once, as a failing power supply does. */
  public void powerOff(int node) {
    List<ProcessHandle> all = processes(node);
    all.forEach(ProcessHandle::destroyForcibly);
    awaitExit(all);
  }

  /** A zombie whose parent does not wait for it never exits. */
  private static void awaitExit(List<ProcessHandle> killed) {
    killed.forEach(each -> each.onExit().completeOnTimeout(each, 10, TimeUnit.SECONDS).join());
  }

  /** Those in its mount namespace, also without its daemon. */
  public List<ProcessHandle> processes(int node) {
    Process daemon = daemons.get("c" + node);
    if (daemon != null && daemon.isAlive()) {
      namespaces.put(node, namespace(daemon.toHandle()));
    }
    String namespace = namespaces.getOrDefault(node, "");
    return namespace.isEmpty()
        ? List.of()
        : ProcessHandle.allProcesses().filter(each -> namespace(each).equals(namespace)).toList();
  }

  private static String namespace(ProcessHandle process) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", process.pid() + "", "ns", "mnt")).toString();
    } catch (IOException ended) {
      return "";
    }
  }

  /** A condition that may take a while. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /** Waits for a condition; fails with the daemons' output if it takes too long. */
  public void await(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(what + " did not happen:\n" + logs());
      }
      Thread.sleep(100);
    }
  }

  private String logs() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().matches(".*\\.(log|out)"))
          .sorted()
          .map(
              file -> {
                try {
                  List<String> lines = Files.readAllLines(file);
                  return file
                      + ":\n"
                      + String.join(
                          "\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
                } catch (IOException e) {
                  return file + ": " + e;
                }
              })
          .collect(Collectors.joining("\n"));
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> nodes =
        daemons.keySet().stream()
            .filter(name -> name.matches("c\\d+"))
            .flatMap(name -> processes(Integer.parseInt(name.substring(1))).stream())
            .toList();
    nodes.forEach(ProcessHandle::destroyForcibly);
    awaitExit(nodes);
    daemons.values().forEach(each -> each.destroyForcibly().onExit().join());
  }
}
