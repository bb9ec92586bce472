package dev.storagebench.core.run;

import dev.storagebench.core.engine.EngineException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Explains why a fork returned no result. */
final class ForkDeath {
  private static final Pattern EXIT_CODE = Pattern.compile("exit code (\\d+)");
  private static final int BY_SIGNAL = 128;

  private ForkDeath() {}

  static String explain(@Nullable Throwable thrown) {
    if (thrown == null) {
      return "the fork returned no result; see jmh.log in the run's folder";
    }
    Throwable reason = reason(thrown);
    String message = String.valueOf(reason.getMessage());
    Matcher exit = EXIT_CODE.matcher(message);
    // An engine's message may have the exit code of its server.
    if (reason instanceof EngineException || !exit.find()) {
      return message;
    }
    int code = Integer.parseInt(exit.group(1));
    return "the fork died with exit code " + code + signal(code - BY_SIGNAL);
  }

  /**
   * The engine's exception, or else the innermost one. JMH wraps what a thread threw, sometimes as
   * a suppressed exception.
   */
  private static Throwable reason(Throwable thrown) {
    Throwable reason = thrown;
    while (!(reason instanceof EngineException)) {
      if (reason.getCause() != null) {
        reason = reason.getCause();
      } else if (reason.getSuppressed().length > 0) {
        reason = reason.getSuppressed()[0];
      } else {
        return reason;
      }
    }
    return reason;
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
