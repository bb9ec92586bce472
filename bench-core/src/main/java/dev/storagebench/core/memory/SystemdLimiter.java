package dev.storagebench.core.memory;

import dev.storagebench.core.memory.ControlGroup.Version;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Scopes of the user's own systemd: no root is needed. Their groups are of version 2 and belong to
 * the user, so a process inside may change its limit.
 *
 * @see <a href="https://www.freedesktop.org/software/systemd/man/latest/systemd-run.html">
 *     systemd-run</a>
 */
final class SystemdLimiter implements MemoryLimiter {
  private static final String UNIT = "storage-bench-";
  private static final long TRIAL_BYTES = 64L << 20;

  private final AtomicInteger made = new AtomicInteger();

  @Override
  public String name() {
    return "systemd-scope";
  }

  @Override
  public Optional<String> missing() {
    if (Hierarchy.own(Version.V2) == null) {
      return Optional.of("it needs control groups of version 2");
    }
    List<String> trial =
        new ArrayList<>(launcher(UNIT + "trial-" + ProcessMark.self(), TRIAL_BYTES));
    trial.add("true");
    String said = output(trial);
    return said == null
        ? Optional.empty()
        : Optional.of(
            "systemd-run --user --scope does not work (%s): log in by a session of your own, or let root do 'loginctl enable-linger %s'"
                .formatted(
                    said.isEmpty() ? "no such command" : said, System.getProperty("user.name")));
  }

  static List<String> launcher(String unit, long bytes) {
    return List.of(
        "systemd-run",
        "--user",
        "--scope",
        "--quiet",
        "--unit=" + unit,
        "-p",
        "MemoryMax=" + bytes,
        "-p",
        "MemorySwapMax=0",
        "--");
  }

  @Override
  public MemoryGroup create(long bytes) {
    return new Scope(UNIT + ProcessMark.self() + "-" + made.incrementAndGet(), bytes);
  }

  /** A scope ends with its last process. */
  @Override
  public void sweep() {}

  /** What the command printed, unless it ended well: then null. */
  private static @Nullable String output(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? null : said.strip();
    } catch (IOException noSuchCommand) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private record Scope(String unit, long bytes) implements MemoryGroup {
    @Override
    public List<String> launcher() {
      return SystemdLimiter.launcher(unit, bytes);
    }

    @Override
    public String place() {
      return ControlGroup.INSIDE;
    }

    @Override
    public long kills() {
      String failed =
          output(List.of("systemctl", "--user", "is-failed", "--quiet", unit + ".scope"));
      // is-failed ends well if the unit has failed; a scope fails by nothing but such a kill.
      return failed == null ? 1 : 0;
    }

    @Override
    public void close() {
      output(List.of("systemctl", "--user", "kill", "--signal=KILL", unit + ".scope"));
      output(List.of("systemctl", "--user", "reset-failed", unit + ".scope"));
    }
  }
}
