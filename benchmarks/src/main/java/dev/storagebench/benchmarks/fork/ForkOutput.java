package dev.storagebench.benchmarks.fork;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What JMH prints about one fork, to the run's log. It ends with the last lines of stderr if the
 * fork died: there a native library says why it ended the process.
 */
public final class ForkOutput extends PrintStream {
  private static final String ASSERTION = "ssert";
  private static final int MAX_LENGTH = 300;

  private boolean inErrors;
  private String reason = "";

  public ForkOutput(PrintStream log) {
    super(log, true, StandardCharsets.UTF_8);
  }

  @Override
  public void println(@Nullable String line) {
    super.println(line);
    if (line == null || line.isBlank()) {
      return;
    }
    if (inErrors && line.equals("</stderr>")) {
      inErrors = false;
    } else if (inErrors && !reason.contains(ASSERTION)) {
      reason = line.strip();
    } else if (line.startsWith("<stderr ")) {
      inErrors = true;
    }
  }

  /** A failed assertion, or else the last line; empty if the fork wrote none. */
  public Optional<String> lastError() {
    return Optional.of(reason)
        .filter(line -> !line.isEmpty())
        .map(line -> "stderr: " + line.substring(0, Math.min(MAX_LENGTH, line.length())));
  }
}
