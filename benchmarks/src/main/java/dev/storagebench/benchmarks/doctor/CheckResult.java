package dev.storagebench.benchmarks.doctor;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.storagebench.analysis.result.Warning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one check.
 *
 * @param subject what was checked, in a word or two
 * @param message what was found; makes sense without the subject
 * @param remedy how to fix it; empty if nothing needs fixing or nothing can be done
 * @param warning beside the figures of a run that starts now; null unless it is one
 */
public record CheckResult(
    Level level,
    String subject,
    String message,
    String remedy,
    @JsonIgnore @Nullable Warning warning) {

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

  static CheckResult ok(String subject, String message) {
    return new CheckResult(Level.OK, subject, message, "", null);
  }

  static CheckResult warn(String subject, String message, String remedy) {
    return warn(subject, new Warning(Warning.Kind.MACHINE, List.of(), message, remedy));
  }

  static CheckResult warn(String subject, Warning warning) {
    return new CheckResult(Level.WARN, subject, warning.text(), warning.remedy(), warning);
  }

  static CheckResult missing(String subject, String message, String remedy) {
    return new CheckResult(Level.MISSING, subject, message, remedy, null);
  }

  static CheckResult unknown(String subject) {
    return ok(subject, "unknown on this system");
  }
}
