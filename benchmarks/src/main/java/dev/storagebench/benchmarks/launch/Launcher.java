package dev.storagebench.benchmarks.launch;

import dev.storagebench.core.clients.Launched;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A way to start several processes of this program, on this machine or on others that have the same
 * program at the same path.
 *
 * <p>A process finds out which of them it is, and reads its secret, with {@link LaunchedProcess}.
 */
public interface Launcher {
  /** The valid values of {@code --launch}, for messages. */
  String FORMS = "local, ssh:HOST[:PORT],… or slurm[:OPTIONS]";

  /**
   * Parses the value of {@code --launch}.
   *
   * @throws IllegalArgumentException with the valid values
   */
  static Launcher parse(String launch) {
    int colon = launch.indexOf(':');
    String kind = colon < 0 ? launch : launch.substring(0, colon);
    String rest = colon < 0 ? "" : launch.substring(colon + 1);
    return switch (kind) {
      case "ssh" -> SshLauncher.parse(rest);
      case "slurm" -> new SlurmLauncher(List.of(), SlurmLauncher.options(rest));
      case "local" -> {
        if (colon < 0) {
          yield new LocalLauncher();
        }
        throw invalid(launch);
      }
      default -> throw invalid(launch);
    };
  }

  private static IllegalArgumentException invalid(String launch) {
    return new IllegalArgumentException(
        "invalid launch '%s' (expected %s)".formatted(launch, FORMS));
  }

  /**
   * Starts the processes and returns at once.
   *
   * @param processes how many
   * @param command the arguments of {@code java}: flags, class path, main class and its arguments;
   *     absolute paths
   * @param secret a line that each process can read from its standard input; in no command line
   * @param controller where this process listens, for {@link LaunchedProcess#controller}; a
   *     launcher of other machines may hand over the end of a tunnel to it instead
   * @throws IOException if the launching command is missing
   */
  Launched start(int processes, List<String> command, String secret, InetSocketAddress controller)
      throws IOException;
}
