package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.engine.EngineException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Explains why a fork returned no result. */
public final class ForkDeath {
  private static final Pattern EXIT_CODE =
      Pattern.compile("Forked VM failed with exit code (\\d+)");
  private static final int BY_SIGNAL = 128;

  private ForkDeath() {}

  /**
   * Explains it.
   *
   * @param lastError of the process, shown if it died
   */
  public static String explain(@Nullable Throwable thrown, Optional<String> lastError) {
    if (thrown == null) {
      return "the fork returned no result; see jmh.log in the run's folder";
    }
    Optional<Throwable> reason = all(thrown).filter(EngineException.class::isInstance).findFirst();
    if (reason.isPresent()) {
      return String.valueOf(reason.get().getMessage());
    }
    String message = String.valueOf(innermost(thrown).getMessage());
    Matcher exit = EXIT_CODE.matcher(message);
    if (!exit.find()) {
      return message;
    }
    int code = Integer.parseInt(exit.group(1));
    return "the fork died with exit code "
        + code
        + signal(code - BY_SIGNAL)
        + lastError.map("; "::concat).orElse("");
  }

  /** What was thrown, and all that it wraps: JMH suppresses all but the exceptions of a thread. */
  private static Stream<Throwable> all(Throwable thrown) {
    return Stream.concat(
        Stream.of(thrown),
        Stream.concat(Stream.ofNullable(thrown.getCause()), Stream.of(thrown.getSuppressed()))
            .flatMap(ForkDeath::all));
  }

  private static Throwable innermost(Throwable thrown) {
    if (thrown.getCause() != null) {
      return innermost(thrown.getCause());
    }
    return thrown.getSuppressed().length > 0 ? innermost(thrown.getSuppressed()[0]) : thrown;
  }

  private static String signal(int number) {
    return switch (number) {
      case 6 -> ": aborted by a native library (SIGABRT)";
      case 9 -> ": killed (SIGKILL), by hand or by the kernel's out-of-memory killer";
      case 11 -> ": crashed in native code (SIGSEGV)";
      case 15 -> ": terminated (SIGTERM)";
      default -> "";
    };
  }
}
