package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.text.ErrorText;
import java.util.Optional;
import java.util.stream.Stream;

/** Explains why a fork returned no result. */
public final class ForkDeath {
  private static final int BY_SIGNAL = 128;

  private ForkDeath() {}

  /** Reason of a fork whose benchmark has thrown. */
  public static String explain(Throwable thrown) {
    Optional<Throwable> reason = all(thrown).filter(EngineException.class::isInstance).findFirst();
    return ErrorText.of(reason.orElseGet(() -> innermost(thrown)));
  }

  /**
   * Reason of a process that has ended without a result.
   *
   * @param lastError of the process, shown if it died
   */
  public static String explain(int exitCode, Optional<String> lastError) {
    return exitCode == 0
        ? "the fork returned no result; see jmh.log in the run's folder"
        : "the fork died with exit code "
            + exitCode
            + signal(exitCode - BY_SIGNAL)
            + lastError.map("; "::concat).orElse("");
  }

  /** Throwable and all that it wraps: JMH suppresses all but the exceptions of a thread. */
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
