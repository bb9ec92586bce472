package dev.storagebench.core.doctor;

import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Tone;
import java.util.Locale;

/** A diagnosis as plain text of 100 columns, unless a word is longer than that. */
public final class DiagnosisText {
  private static final int COLUMNS = 100;
  private static final int LEVEL_COLUMNS = 9;
  private static final int MESSAGE_AT = 30;
  private static final String REMEDY = "-> ";

  private DiagnosisText() {}

  /** One line for each finding, and one, indented, for its remedy if it has one. */
  public static String of(Diagnosis diagnosis, TextStyle ink) {
    StringBuilder text = new StringBuilder();
    for (Finding finding : diagnosis.findings()) {
      String level = finding.level().name().toLowerCase(Locale.ROOT);
      StringBuilder head = new StringBuilder();
      pad(head.append(level), LEVEL_COLUMNS);
      pad(head.append(finding.subject()), MESSAGE_AT);
      int begin = text.length();
      wrap(text, head.toString(), finding.message());
      text.replace(begin, begin + level.length(), ink.paint(tone(finding.level()), level));
      if (!finding.remedy().isEmpty()) {
        wrap(text, " ".repeat(MESSAGE_AT) + REMEDY, finding.remedy());
      }
    }
    return text.toString();
  }

  private static Tone tone(Finding.Level level) {
    return switch (level) {
      case OK -> Tone.GOOD;
      case WARN -> Tone.DOUBT;
      case MISSING -> Tone.BAD;
    };
  }

  private static void pad(StringBuilder line, int columns) {
    line.append(" ".repeat(Math.max(1, columns - line.length())));
  }

  /** Appends words after a head; what does not fit goes on below the first of them. */
  private static void wrap(StringBuilder text, String head, String words) {
    StringBuilder line = new StringBuilder(head);
    boolean first = true;
    for (String word : words.strip().split("\\s+", -1)) {
      if (!first && line.length() + 1 + word.length() > COLUMNS) {
        text.append(line).append('\n');
        // A long path stays in one piece, to be copied, and begins further left.
        int indent = Math.max(0, Math.min(head.length(), COLUMNS - word.length()));
        line = new StringBuilder(" ".repeat(indent));
        first = true;
      }
      line.append(first ? "" : " ").append(word);
      first = false;
    }
    text.append(line).append('\n');
  }
}
