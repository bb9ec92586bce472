package dev.storagebench.analysis.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.storagebench.core.text.TextStyle.Tone;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reason why figures are doubtful or void: of the machine, of a cell, or of the whole run.
 *
 * @param values the details that fill the words of the kind; none of one that was stored as text
 * @param text as all outputs show it
 * @param remedy what to do about it; empty if nothing can be done
 */
public record Warning(Kind kind, List<Object> values, String text, String remedy) {
  /** Other processes want more than all processors. */
  public static final double VOIDING_LOAD_PER_PROCESSOR = 2;

  private static final Pattern LOAD =
      Pattern.compile("^load average ([0-9.]+) on (\\d+) processors");

  /** How much a warning weighs. */
  public enum Severity {
    /** The figures are not valid. */
    VOID,
    /** A figure is missing. */
    FAILURE,
    /** The figures may not mean what they seem to. */
    DOUBT
  }

  /**
   * The kinds, in the order in which they are shown. {@code warnings.properties} has the words of
   * each, which details fill, and its remedy.
   */
  public enum Kind {
    FAILED(Severity.FAILURE),
    UNSUPPORTED,
    PROFILED,
    DIFFERENT_WORK(Severity.VOID),
    BEHIND_RATE,
    UNWRITTEN,
    OUTLASTING,
    STOPPED,
    STARVED,
    SAMPLED_KEYS,
    SHARED_KEYS,
    BESIDE_ANOTHER_RUN,
    NOT_STOPPED,
    BACKGROUND_WORK,
    SATURATED_CLIENTS,
    OTHER_STATEMENTS,
    CLIENTS_APART,
    LIMIT_NOT_BINDING,
    OUTER_LIMIT,
    LIMIT_ABOVE_MACHINE,
    HARNESS_GREW,
    PROCESS_LIMIT,
    SWAP,
    READ_AHEAD,
    DAMON,
    HUGE_PAGES,
    GOVERNOR,
    TURBO,
    LOAD,
    BATTERY(Severity.VOID),
    JVM_FLAGS(Severity.VOID),
    /** Any other finding about a machine, in its own words. */
    MACHINE,
    CUT_SHORT;

    private final Severity severity;

    Kind() {
      this(Severity.DOUBT);
    }

    Kind(Severity severity) {
      this.severity = severity;
    }

    /** A warning of this kind. */
    public Warning of(Object... details) {
      return new Warning(
          this,
          List.of(details),
          String.format(Locale.ROOT, text(name()), details),
          String.format(Locale.ROOT, text(name() + ".remedy"), details));
    }

    private static String text(String key) {
      return ResourceBundle.getBundle(Warning.class.getPackageName() + ".warnings").getString(key);
    }

    /** Whether a text has the words of this kind, up to the first detail. */
    private boolean begins(String text) {
      String begin = text(name()).split("%", 2)[0];
      return !begin.isEmpty() && text.startsWith(begin);
    }
  }

  /** A text about a machine, which is all that runs of earlier versions have stored. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Warning stored(String text) {
    Kind kind =
        EnumSet.range(Kind.PROCESS_LIMIT, Kind.MACHINE).stream()
            .filter(each -> each.begins(text))
            .findFirst()
            .orElse(Kind.MACHINE);
    Matcher load = LOAD.matcher(text);
    List<Object> values =
        load.find()
            ? List.of(Double.valueOf(load.group(1)), Integer.valueOf(load.group(2)))
            : List.of();
    return new Warning(kind, values, text, Kind.MACHINE.of("").remedy);
  }

  /** Copy as it is told beside figures. */
  public Warning ofMachine() {
    return new Warning(kind, values, "this machine: " + text, remedy);
  }

  /** How much it weighs. */
  public Severity severity() {
    return loadPerProcessor() >= VOIDING_LOAD_PER_PROCESSOR ? Severity.VOID : kind.severity;
  }

  /** The color of its text. */
  public Tone tone() {
    return severity() == Severity.DOUBT ? Tone.DOUBT : Tone.BAD;
  }

  /** The load that it is about; 0 if it is about something else. */
  public double loadPerProcessor() {
    return kind == Kind.LOAD && values.size() == 2
        ? ((Number) values.get(0)).doubleValue() / ((Number) values.get(1)).doubleValue()
        : 0;
  }
}
