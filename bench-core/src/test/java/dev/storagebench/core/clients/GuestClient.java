package dev.storagebench.core.clients;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.clients.Controller.Started;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Mode;

/** A client that measures nothing, in a JVM of its own. */
public final class GuestClient {
  /** Checksum of its program. */
  public static final String CODE = "c0de";

  /** How many iterations it measures. */
  public static final int LAPS = 3;

  private static final int THREADS = 2;
  private static final int LAP_MILLIS = 50;

  private GuestClient() {}

  /** A task with a password. */
  public static ClientTask task(int clients) {
    return new ClientTask(
        ForkPlan.of(
            new Cell(
                "PointRead", Mode.Throughput, 2, Map.of("engine", "mysql"), Cell.Timing.SHOT, 1, 0),
            new PackedSummary(10, 100, 900, 20, 200, "00", null),
            3,
            0),
        clients,
        Map.of("url", "jdbc:mysql://localhost/x", "password", "pa55-of-this-test"));
  }

  /** The arguments of {@code java}. */
  public static List<String> command(String behaviour) {
    return List.of(
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        GuestClient.class.getName(),
        behaviour);
  }

  /** One on this machine. */
  static Started start(String behaviour) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return started(java, command(behaviour).toArray(String[]::new));
  }

  /** Any command. */
  static Started started(String program, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of(program));
    words.addAll(List.of(arguments));
    return new Started("db7", new ProcessBuilder(words).start());
  }

  /** What it does is its argument. */
  public static void main(String[] arguments) throws Exception {
    String behaviour = arguments[0];
    if (behaviour.equals("exit")) {
      System.err.println("cannot go on");
      System.exit(7);
    }
    System.out.print("Welcome!\nuser@db7$ ");
    System.out.flush();
    try (ClientLink link =
        ClientLink.join(
            System.in,
            new FileOutputStream(FileDescriptor.out),
            behaviour.equals("other") ? "01d" : CODE)) {
      switch (behaviour) {
        case "fail" -> link.fail("no route to host");
        case "hang" -> Thread.sleep(600_000);
        default -> link.finish("%d: %s".formatted(link.index(), measure(link)));
      }
    }
    System.exit(0);
  }

  /** As JMH does: warms up once, and then measures. Returns when each thread was in a lap. */
  private static String measure(ClientLink link) throws InterruptedException {
    Queue<String> laps = new ConcurrentLinkedQueue<>();
    List<Thread> all =
        IntStream.range(0, THREADS).mapToObj(i -> new Thread(() -> measure(link, laps))).toList();
    all.forEach(Thread::start);
    for (Thread each : all) {
      each.join();
    }
    link.score(1000);
    return String.join(" ", laps);
  }

  private static void measure(ClientLink link, Queue<String> laps) {
    try {
      link.start(THREADS, false);
      for (int lap = 0; lap < LAPS; lap++) {
        link.start(THREADS, true);
        long begun = System.nanoTime();
        Thread.sleep(LAP_MILLIS);
        laps.add(begun + "-" + System.nanoTime());
        link.end();
      }
      link.start(THREADS, false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
