package dev.storagebench.core.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says in words why a fork gave no result. */
final class ForkDeath {
  private static final Pattern EXIT_CODE = Pattern.compile("exit code (\\d+)");
  private static final int BY_SIGNAL = 128;

  private ForkDeath() {}

  static String explain(@Nullable Throwable thrown) {
    if (thrown == null) {
      return "the fork left no result; see the log of the run";
    }
    Throwable root = root(thrown);
    String message = String.valueOf(root.getMessage());
    Matcher exit = EXIT_CODE.matcher(message);
    if (!exit.find()) {
      return message;
    }
    int code = Integer.parseInt(exit.group(1));
    return "the fork died with exit code " + code + signal(code - BY_SIGNAL);
  }

  /** JMH wraps what a thread threw, sometimes as a suppressed exception. */
  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (true) {
      if (root.getCause() != null) {
        root = root.getCause();
      } else if (root.getSuppressed().length > 0) {
        root = root.getSuppressed()[0];
      } else {
        return root;
      }
    }
  }

  private static String signal(int number) {
    return switch (number) {
      case 6 -> ": aborted by a native library (SIGABRT)";
      case 9 -> ": killed (SIGKILL), by hand or for want of memory";
      case 11 -> ": crashed in native code (SIGSEGV)";
      case 15 -> ": asked to end (SIGTERM)";
      default -> "";
    };
  }
}
