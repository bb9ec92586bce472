package dev.storagebench.core.text;

import dev.storagebench.core.text.TextStyle.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.text.WordUtils;

/**
 * A table for a terminal, or as Markdown. On a terminal that is too narrow, heads take several
 * lines; columns that do not fit then either follow in a table below, after the leading ones again.
 */
public final class TextTable {
  private static final int PADDING = 2;
  private static final String NOTHING = "-";

  private final int leading;
  private final List<Head> heads;
  private final List<List<Entry>> rows;

  /** The head of a column: figures are aligned right, words left. */
  public record Head(String text, boolean right) {
    public static Head words(String text) {
      return new Head(text, false);
    }

    public static Head figures(String text) {
      return new Head(text, true);
    }
  }

  /**
   * A table without rows.
   *
   * @param leading the number of columns repeated in each block
   */
  public TextTable(int leading, List<Head> heads) {
    this(
        leading,
        heads.stream().map(head -> new Head(PlainText.of(head.text), head.right)).toList(),
        new ArrayList<>());
  }

  /**
   * A table without rows.
   *
   * @param heads of words, or of figures behind {@code >}
   */
  public static TextTable of(int leading, String... heads) {
    return new TextTable(
        leading,
        Stream.of(heads)
            .map(head -> new Head(head.replaceFirst("^>", ""), head.startsWith(">")))
            .toList());
  }

  private TextTable(int leading, List<Head> heads, List<List<Entry>> rows) {
    this.leading = leading;
    this.heads = heads;
    this.rows = rows;
  }

  /** Adds a row with a cell for each column. */
  public void row(List<Entry> cells) {
    if (cells.size() != heads.size()) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(cells.size(), heads.size()));
    }
    rows.add(
        cells.stream().map(cell -> new Entry(PlainText.of(cell.text()), cell.tone())).toList());
  }

  /** Adds a row without colors. */
  public void row(String... cells) {
    row(Stream.of(cells).map(Entry::of).toList());
  }

  /** Whether it has no rows. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** For a terminal: all lines, each with its end. */
  public String render(TextStyle style) {
    TextTable shown = new TextTable(leading, heads);
    rows.forEach(
        row ->
            shown.row(
                row.stream()
                    .map(cell -> new Entry(style.shown(cell.text()), cell.tone()))
                    .toList()));
    int width = IntStream.range(0, heads.size()).map(each -> shown.width(each, shown.rows)).sum();
    // The last column's padding is not printed.
    return (width - 1 <= style.columns() ? shown : shown.narrow()).blocks(style);
  }

  /** Copy with heads that are no wider than their longest word or the entries below. */
  private TextTable narrow() {
    List<Head> narrow = new ArrayList<>();
    for (int column = 0; column < heads.size(); column++) {
      Head head = heads.get(column);
      int width = Math.max(widest(Stream.of(head.text.split(" ", -1))), widest(column, rows));
      narrow.add(new Head(WordUtils.wrap(head.text, width, "\n", false), head.right));
    }
    return new TextTable(leading, narrow, rows);
  }

  private String blocks(TextStyle style) {
    StringBuilder text = new StringBuilder();
    List<Integer> block = leadingColumns();
    for (int column = leading; column < heads.size(); column++) {
      int width = block.stream().mapToInt(each -> width(each, rows)).sum();
      if (block.size() > leading && width + width(column, rows) - 1 > style.columns()) {
        append(text, block, style);
        block = leadingColumns();
      }
      block.add(column);
    }
    append(text, block, style);
    return text.toString();
  }

  /** Formats the table as Markdown, without colors. */
  public String markdown() {
    StringBuilder text = new StringBuilder(markdown(heads.stream().map(Head::text).toList()));
    heads.forEach(head -> text.append(head.right() ? "|--:" : "|---"));
    text.append("|\n");
    rows.forEach(row -> text.append(markdown(row.stream().map(Entry::text).toList())));
    return text.toString();
  }

  private static String markdown(List<String> cells) {
    return cells.stream().map(Markdown::inline).collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private List<Integer> leadingColumns() {
    return new ArrayList<>(IntStream.range(0, leading).boxed().toList());
  }

  private int width(int column, List<List<Entry>> of) {
    return PADDING + Math.max(widest(heads.get(column).text.lines()), widest(column, of));
  }

  private static int widest(int column, List<List<Entry>> of) {
    return widest(of.stream().map(row -> row.get(column).text()));
  }

  private static int widest(Stream<String> texts) {
    return texts.mapToInt(String::length).max().orElse(0);
  }

  /** Rows with an entry in this block; leading values equal to those above are left blank. */
  private List<List<Entry>> rows(List<Integer> block) {
    List<List<Entry>> shown = new ArrayList<>();
    List<String> above = List.of();
    for (List<Entry> row : rows) {
      if (block.subList(leading, block.size()).stream()
          .allMatch(column -> row.get(column).text().equals(NOTHING))) {
        continue;
      }
      List<String> names = row.stream().limit(leading).map(Entry::text).toList();
      List<Entry> entries = new ArrayList<>(row);
      for (int i = 0; i < leading - 1 && !above.isEmpty(); i++) {
        if (names.subList(0, i + 1).equals(above.subList(0, i + 1))) {
          entries.set(i, Entry.of(""));
        }
      }
      shown.add(entries);
      above = names;
    }
    return shown;
  }

  private void append(StringBuilder text, List<Integer> block, TextStyle style) {
    List<List<Entry>> shown = rows(block);
    List<List<Entry>> lines = new ArrayList<>(shown);
    List<List<String>> words = heads.stream().map(head -> head.text.lines().toList()).toList();
    int height = block.stream().mapToInt(each -> words.get(each).size()).max().orElse(1);
    for (int i = 0; i < height; i++) {
      // The last lines of all heads stand together, above the entries.
      int below = height - i;
      lines.add(
          i,
          words.stream()
              .map(each -> each.size() < below ? "" : each.get(each.size() - below))
              .map(Entry::of)
              .toList());
    }
    for (List<Entry> row : lines) {
      StringBuilder line = new StringBuilder();
      for (int column : block) {
        Entry cell = row.get(column);
        String gap = " ".repeat(width(column, shown) - PADDING - cell.text().length());
        String painted = cell.tone() == null ? cell.text() : style.paint(cell.tone(), cell.text());
        line.append(' ').append(heads.get(column).right() ? gap + painted : painted + gap);
        line.append(' ');
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
  }
}
