package dev.storagebench.core.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.storagebench.core.report.TextStyle.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table for a terminal of 80 columns. Columns that do not fit follow in a table below, behind the
 * leading ones again.
 */
final class TextTable {
  static final int COLUMNS = 80;
  private static final int PADDING = 2;
  private static final String NOTHING = "-";

  private final int leading;
  private final List<Head> heads;
  private final List<List<Entry>> rows = new ArrayList<>();

  /** The head of a column: figures stand to the right, words to the left. */
  record Head(String text, HorizontalAlign align) {
    static Head words(String text) {
      return new Head(text, HorizontalAlign.LEFT);
    }

    static Head figures(String text) {
      return new Head(text, HorizontalAlign.RIGHT);
    }
  }

  /** A cell; without a tone it is of no color. */
  record Entry(String text, @Nullable Tone tone) {
    static Entry of(String text) {
      return new Entry(text, null);
    }
  }

  /**
   * A table without rows.
   *
   * @param leading how many columns stand in front of each table
   */
  TextTable(int leading, List<Head> heads) {
    this.leading = leading;
    this.heads = List.copyOf(heads);
  }

  /** Adds a row with a cell for each column. */
  void row(List<Entry> cells) {
    if (cells.size() != heads.size()) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(cells.size(), heads.size()));
    }
    rows.add(List.copyOf(cells));
  }

  /** All lines, each with its end. */
  String render(TextStyle ink) {
    StringBuilder text = new StringBuilder();
    List<Integer> block = leadingColumns();
    for (int column = leading; column < heads.size(); column++) {
      if (block.size() > leading && width(block) + width(column) > COLUMNS) {
        append(text, block, ink);
        block = leadingColumns();
      }
      block.add(column);
    }
    append(text, block, ink);
    return text.toString();
  }

  private List<Integer> leadingColumns() {
    return new ArrayList<>(IntStream.range(0, leading).boxed().toList());
  }

  private int width(List<Integer> columns) {
    return columns.stream().mapToInt(this::width).sum();
  }

  private int width(int column) {
    return width(column, rows);
  }

  /** As wide as the widest cell of these rows. */
  private int width(int column, List<List<Entry>> of) {
    return PADDING
        + Math.max(
            heads.get(column).text().length(),
            of.stream().mapToInt(row -> row.get(column).text().length()).max().orElse(0));
  }

  /** Rows that have something in this block; what stands above already is not said again. */
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

  private void append(StringBuilder text, List<Integer> block, TextStyle ink) {
    List<List<Entry>> shown = rows(block);
    List<String> lines =
        AsciiTable.getTable(
                AsciiTable.NO_BORDERS,
                block.stream().map(this::column).toArray(Column[]::new),
                shown.stream()
                    .map(
                        row ->
                            block.stream().map(each -> row.get(each).text()).toArray(String[]::new))
                    .toArray(String[][]::new))
            .lines()
            .toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = i == 0 ? lines.get(0) : painted(lines.get(i), shown, i - 1, block, ink);
      text.append(line.stripTrailing()).append(System.lineSeparator());
    }
  }

  private Column column(int index) {
    Head head = heads.get(index);
    return new Column()
        .header(head.text())
        .headerAlign(head.align())
        .dataAlign(head.align())
        .maxWidth(Integer.MAX_VALUE);
  }

  /** Colors come last: the layout would count their codes as characters. */
  private String painted(
      String line, List<List<Entry>> shown, int number, List<Integer> block, TextStyle ink) {
    StringBuilder painted = new StringBuilder(line);
    int end = block.stream().mapToInt(column -> width(column, shown)).sum();
    for (int i = block.size() - 1; i >= 0; i--) {
      int begin = end - width(block.get(i), shown);
      Entry cell = shown.get(number).get(block.get(i));
      if (cell.tone() != null) {
        int length = cell.text().length();
        boolean left = heads.get(block.get(i)).align() == HorizontalAlign.LEFT;
        int at = left ? begin + 1 : end - 1 - length;
        painted.replace(at, at + length, ink.paint(cell.tone(), cell.text()));
      }
      end = begin;
    }
    return painted.toString();
  }
}
