package dev.storagebench.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * Markdown as GitHub shows it: tables and strike-through, and links where there is only an address.
 *
 * @param texts of headings, paragraphs and cells
 * @param markup names of the nodes that no output of ours has
 */
public record Rendered(List<String> texts, List<String> markup) {
  private static final Parser PARSER =
      Parser.builder()
          .extensions(
              List.of(
                  TablesExtension.create(),
                  AutolinkExtension.create(),
                  StrikethroughExtension.create()))
          .build();
  private static final Set<String> OURS =
      Set.of(
          "Document",
          "Heading",
          "Paragraph",
          "BulletList",
          "ListItem",
          "StrongEmphasis",
          "Text",
          "Code",
          "SoftLineBreak",
          "TableBlock",
          "TableHead",
          "TableBody",
          "TableRow",
          "TableCell");

  /** Renders. */
  public static Rendered of(String markdown) {
    Rendered all = new Rendered(new ArrayList<>(), new ArrayList<>());
    all.add(PARSER.parse(markdown));
    return all;
  }

  private void add(Node node) {
    String kind = node.getClass().getSimpleName();
    if (!OURS.contains(kind)) {
      markup.add(kind + " " + text(node));
    }
    if (node instanceof Heading || node instanceof Paragraph || node instanceof TableCell) {
      texts.add(words(text(node)));
    }
    for (Node each = node.getFirstChild(); each != null; each = each.getNext()) {
      add(each);
    }
  }

  private static String text(Node node) {
    StringBuilder text = new StringBuilder();
    if (node instanceof Text literal) {
      text.append(literal.getLiteral());
    } else if (node instanceof Code code) {
      text.append(code.getLiteral());
    } else if (node instanceof SoftLineBreak) {
      text.append(' ');
    }
    for (Node each = node.getFirstChild(); each != null; each = each.getNext()) {
      text.append(text(each));
    }
    return text.toString();
  }

  /** What a reader sees of a text that is no markup. */
  static String words(String text) {
    return PlainText.of(text).replace('`', '\'').replaceAll("\\s+", " ").strip();
  }
}
