package dev.storagebench.benchmarks.doctor;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.storagebench.analysis.result.Warning;

/**
 * The result of one check.
 *
 * @param subject what was checked, in a word or two
 * @param message what was found; makes sense without the subject
 * @param remedy how to fix it; empty if nothing needs fixing or nothing can be done
 */
public record Finding(Level level, String subject, String message, String remedy) {

  /** How serious a finding is. */
  public enum Level {
    /** Nothing to report, or not known on this system. */
    @JsonProperty("ok")
    OK,
    /** Works, but results or limits may not mean what they seem to. */
    @JsonProperty("warn")
    WARN,
    /** Does not work; what needs it is unsupported. */
    @JsonProperty("missing")
    MISSING
  }

  static Finding ok(String subject, String message) {
    return new Finding(Level.OK, subject, message, "");
  }

  static Finding warn(String subject, String message, String remedy) {
    return new Finding(Level.WARN, subject, message, remedy);
  }

  static Finding warn(String subject, Warning.Kind kind, Object... details) {
    Warning warning = kind.of(details);
    return warn(subject, warning.text(), warning.remedy());
  }

  static Finding missing(String subject, String message, String remedy) {
    return new Finding(Level.MISSING, subject, message, remedy);
  }

  static Finding unknown(String subject) {
    return ok(subject, "unknown on this system");
  }
}
