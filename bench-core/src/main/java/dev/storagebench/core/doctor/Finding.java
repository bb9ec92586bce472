package dev.storagebench.core.doctor;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What one check has found out.
 *
 * @param level how it stands
 * @param subject what was looked at, in a word or two
 * @param message what was found, to be understood without the subject
 * @param remedy what can be done about it; empty if nothing need be done, or nothing can be
 */
public record Finding(Level level, String subject, String message, String remedy) {

  /** How it stands with the subject of a finding. */
  public enum Level {
    /** Nothing speaks against it, or nothing is known. */
    @JsonProperty("ok")
    OK,
    /** It works, but figures or limits may not mean what they seem to. */
    @JsonProperty("warn")
    WARN,
    /** It is not here or does not work; what needs it is left out. */
    @JsonProperty("missing")
    MISSING
  }

  static Finding ok(String subject, String message) {
    return new Finding(Level.OK, subject, message, "");
  }

  static Finding warn(String subject, String message, String remedy) {
    return new Finding(Level.WARN, subject, message, remedy);
  }

  static Finding missing(String subject, String message, String remedy) {
    return new Finding(Level.MISSING, subject, message, remedy);
  }

  /** The system does not tell, or does not have it. */
  static Finding unknown(String subject) {
    return ok(subject, "not known here");
  }
}
