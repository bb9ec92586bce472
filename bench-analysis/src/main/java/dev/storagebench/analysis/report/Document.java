package dev.storagebench.analysis.report;

import dev.storagebench.core.text.Markdown;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.text.TextStyle.Entry;
import dev.storagebench.core.text.TextStyle.Tone;
import dev.storagebench.core.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Headings, paragraphs, lists and tables, made once for a terminal or a file and as Markdown. */
public final class Document {
  private static final String HEADING = "#### ";
  private static final String ITEM = "- ";

  private final List<Block> blocks = new ArrayList<>();

  /**
   * A heading, a paragraph, an item of a list, or a table.
   *
   * @param form Markdown of ours, which the texts fill
   */
  private record Block(
      String form, List<Object> texts, @Nullable Tone tone, @Nullable TextTable table) {
    boolean is(String mark) {
      return form.startsWith(mark);
    }

    /** The texts without the marks of Markdown. */
    Entry plain() {
      String plain = form.replaceAll("\\*\\*|^(#### |- )", "");
      // Code is the only text that has marks of its own.
      Object[] all = texts.stream().map(each -> each.toString().replaceAll("^`|`$", "")).toArray();
      return new Entry(plain.formatted(all).strip(), tone);
    }
  }

  private Document add(String form, @Nullable Tone tone, Object... texts) {
    blocks.add(new Block(form, List.of(texts), tone, null));
    return this;
  }

  Document heading(String text) {
    return add(HEADING + "%s", null, text);
  }

  Document line(String text) {
    return line(text, null);
  }

  Document line(String text, @Nullable Tone tone) {
    return add("%s", tone, text);
  }

  Document alarm(String text) {
    return add("**%s**", Tone.BAD, text);
  }

  /** Adds a command, which is code in Markdown. */
  Document command(String text, String command) {
    return add(text + " %s", null, Markdown.code(command));
  }

  /** Adds what the following items answer. */
  Document question(String text) {
    return add("**%s:**", null, text);
  }

  Document item(String text) {
    return item(text, null);
  }

  Document item(String text, @Nullable Tone tone) {
    return add(ITEM + "%s", tone, text);
  }

  Document item(FindingText answer) {
    return add(
        answer.decided() ? "- %s: **%s**. %s" : "- %s: %s. %s",
        null,
        answer.need(),
        answer.choice(),
        String.join(" ", answer.reasons()));
  }

  Document table(TextTable table) {
    blocks.add(new Block("", List.of(), null, table));
    return this;
  }

  /** Renders it for a terminal or a file; a heading has an empty line above. */
  public String text(TextStyle style) {
    StringBuilder text = new StringBuilder();
    for (Block each : blocks) {
      text.append(each.is(HEADING) && !text.isEmpty() ? System.lineSeparator() : "")
          .append(each.table == null ? style.line(each.plain()) : each.table.render(style));
    }
    return text.toString();
  }

  /** Renders it as Markdown. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    boolean inList = false;
    for (Block each : blocks) {
      text.append(inList && each.is(ITEM) ? "" : "\n")
          .append(
              each.table == null ? Markdown.line(each.form, each.texts) : each.table.markdown());
      inList = each.is(ITEM);
    }
    return text.toString().stripLeading();
  }
}
