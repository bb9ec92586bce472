package dev.storagebench.core.memory;

import com.sun.security.auth.module.UnixSystem;
import dev.storagebench.core.memory.ControlGroup.Version;
import dev.storagebench.core.process.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Scopes of the user's own systemd, which need no root. They are groups of version 2 owned by the
 * user, so a process inside may change its limit.
 *
 * @see <a href="https://www.freedesktop.org/software/systemd/man/latest/systemd-run.html">
 *     systemd-run</a>
 */
final class SystemdLimiter implements MemoryLimiter {
  private static final String SERVICE = "/user.slice/user-%1$d.slice/user@%1$d.service";

  @Override
  public String name() {
    return "systemd-scope";
  }

  @Override
  public Optional<String> missing() {
    if (CgroupMounts.here(Version.V2).mounts().isEmpty()) {
      return Optional.of("needs cgroup v2");
    }
    return create(TRIAL_BYTES)
        .failure()
        .map(output -> "systemd-run --user --scope fails (%s); %s".formatted(output, remedy()));
  }

  /** After {@code su}, the user's systemd may run but is not found. */
  private static String remedy() {
    Path own = Path.of("/run/user/" + new UnixSystem().getUid());
    return Files.exists(own.resolve("bus"))
            && !own.toString().equals(System.getenv("XDG_RUNTIME_DIR"))
        ? "this shell has no session: export XDG_RUNTIME_DIR=/run/user/$(id -u)"
        : "log in with a session of your own, or have root run 'loginctl enable-linger %s'"
            .formatted(System.getProperty("user.name"));
  }

  /** Group in which the user's systemd has its scopes. */
  @Override
  public @Nullable Path parent() {
    return CgroupMounts.here(Version.V2).mounts().stream()
        .map(each -> each.below(SERVICE.formatted(new UnixSystem().getUid())))
        .filter(Files::exists)
        .findFirst()
        .orElse(null);
  }

  @Override
  public Group create(long limitBytes) {
    return new Scope(CgroupMounts.newName(), limitBytes);
  }

  private record Scope(String unit, long limitBytes) implements Group {
    @Override
    public List<String> launcher() {
      return List.of(
          "systemd-run --user --scope --quiet --unit=%s -p MemoryMax=%d -p MemorySwapMax=0 --"
              .formatted(unit, limitBytes)
              .split(" ", -1));
    }

    /** A scope fails only when the kernel kills one of its processes; is-failed then succeeds. */
    @Override
    public long kills() {
      return systemctl("is-failed --quiet") ? 1 : 0;
    }

    @Override
    public void close() {
      systemctl("kill --signal=KILL");
      systemctl("reset-failed");
    }

    private boolean systemctl(String verb) {
      return Program.succeeds("systemctl --user %s %s.scope".formatted(verb, unit).split(" ", -1));
    }
  }
}
