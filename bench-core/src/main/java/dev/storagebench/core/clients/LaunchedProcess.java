package dev.storagebench.core.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * What a process learns from the launcher that started it.
 *
 * @param index which of the processes it is, from 0
 * @param controller where the process listens that had it started
 * @param secret the line of that process
 */
public record LaunchedProcess(int index, InetSocketAddress controller, String secret) {
  private static final String INDEX = "storagebench.launch.index";
  private static final String CONTROLLER = "storagebench.launch.controller";
  private static final String SLURM = "SLURM_PROCID";
  private static final int ORPHANED = 3;

  /** The flag of the JVM that names the index; without it the scheduler's variable does. */
  public static String indexFlag(int index) {
    return "-D" + INDEX + "=" + index;
  }

  /** The flag of the JVM that names the controller's address. */
  public static String controllerFlag(String host, int port) {
    return "-D" + CONTROLLER + "=" + host + ":" + port;
  }

  /**
   * Reads standard input. From then on this JVM halts when that ends, because its launcher or the
   * connection to it is gone.
   *
   * @throws IllegalStateException if no launcher has started it
   */
  public static LaunchedProcess self() throws IOException {
    String index = System.getProperty(INDEX, System.getenv().getOrDefault(SLURM, ""));
    String controller = System.getProperty(CONTROLLER, "");
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String secret = index.isEmpty() || controller.isEmpty() ? null : input.readLine();
    if (secret == null) {
      throw new IllegalStateException("only --launch starts this program");
    }
    haltAtEndOf(input);
    int colon = controller.lastIndexOf(':');
    return new LaunchedProcess(
        Integer.parseInt(index),
        new InetSocketAddress(
            controller.substring(0, colon), Integer.parseInt(controller.substring(colon + 1))),
        secret);
  }

  /**
   * From now on this JVM halts when its input ends, because the process that started it is gone.
   */
  public static void haltAtEndOf(Reader input) {
    Thread watch = new Thread(() -> readToEnd(input), "launcher-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static void readToEnd(Reader input) {
    try {
      while (input.read() >= 0) {
        // Nothing more is sent.
      }
    } catch (IOException ended) {
      // as at the end
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
