package dev.storagebench.core.clients;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.ForkPlan;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.clients.Controller.Started;
import dev.storagebench.core.turns.Gate;
import dev.storagebench.core.turns.Window;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;

/** A client that measures nothing, in a JVM of its own. */
public final class GuestClient {
  /** Checksum of its program. */
  public static final String CODE = "c0de";

  /** How many iterations it measures. */
  public static final int WINDOWS = 3;

  private static final int WINDOW_MILLIS = 50;

  private GuestClient() {}

  /** The task of the first of some clients, with a password. */
  public static Message.Task task(int clients) {
    return new Message.Task(
        0,
        ForkPlan.of(
            new Cell(
                "PointRead",
                Mode.Throughput,
                2,
                new Parameters(Map.of("engine", "mysql", "clients", Integer.toString(clients))),
                new Cell.Timing(1, WINDOWS, WINDOW_MILLIS),
                1,
                0),
            new PackedSummary(10, 100, 900, 20, 200, "00", null),
            3,
            0),
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
        default -> link.finish("%d: %s".formatted(link.task().index(), measure(link)));
      }
    }
    System.exit(0);
  }

  /** As a conductor does: warms up once, and then measures. Returns when it was in a window. */
  private static String measure(ClientLink link) throws IOException, InterruptedException {
    List<String> windows = new ArrayList<>();
    link.awaitWarmUp();
    Window window = null;
    while (link.next(window) != null) {
      long begun = System.nanoTime();
      Thread.sleep(WINDOW_MILLIS);
      windows.add(begun + "-" + System.nanoTime());
      window = new Gate(1).open(Window.Kind.MEASURED);
      window.add(50, WINDOW_MILLIS * 1_000_000L);
    }
    return String.join(" ", windows);
  }
}
