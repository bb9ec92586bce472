package dev.storagebench.core.text;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines in GitHub's Markdown whose structure is ours alone: texts in them are no markup, links,
 * mentions, references or lines of their own.
 *
 * @see <a href="https://github.github.com/gfm/">GitHub Flavored Markdown</a>
 */
public final class Markdown {
  private static final Pattern WORD = Pattern.compile("[^\\s|]+|\\|");
  // A name without the brackets, the genitive and the punctuation around it.
  private static final Pattern AROUND = Pattern.compile("^\\(++|(?<![,;:.])(?:'s)?[,;:.]++$|'s$");
  // What GitHub makes a link or a mention of, unless it is code.
  private static final Pattern LINKED = Pattern.compile("(?i)@|://|www\\.|#\\d|gh-\\d");
  private static final Pattern MARKUP =
      Pattern.compile("[\\\\*\\[\\]<>!|~&$#]|(?<!\\p{Alnum})_|_(?!\\p{Alnum})");
  // The beginning of a list, or a rule.
  private static final Pattern BLOCK = Pattern.compile("^(\\d*)([-+=.)])(?=[\\s=-]|$)");

  private Markdown() {}

  /** Text to be shown as code. */
  private record Code(String text) {
    @Override
    public String toString() {
      return "`" + PlainText.of(text).replace('`', '\'') + "`";
    }
  }

  /** An argument of {@link #line} that is shown as code. */
  public static Object code(String text) {
    return new Code(text);
  }

  /**
   * A line, with its end.
   *
   * @param format Markdown of ours
   * @param texts fill it
   */
  public static String line(String format, List<Object> texts) {
    Object[] blocks =
        texts.stream().map(each -> each instanceof Code ? each : block(each.toString())).toArray();
    return format.formatted(blocks).replaceFirst(" +$", "") + "\n";
  }

  private static String block(String text) {
    return BLOCK.matcher(inline(text)).replaceFirst("$1\\\\$2");
  }

  /** Text within a line. */
  static String inline(String text) {
    return WORD.matcher(PlainText.of(text).strip().replace('`', '\''))
        .replaceAll(word -> Matcher.quoteReplacement(escape(word)));
  }

  private static String escape(MatchResult word) {
    String bare = AROUND.matcher(word.group()).replaceAll("");
    return LINKED.matcher(bare).find()
        ? word.group().replace(bare, "`" + bare + "`")
        : MARKUP.matcher(word.group()).replaceAll("\\\\$0");
  }
}
