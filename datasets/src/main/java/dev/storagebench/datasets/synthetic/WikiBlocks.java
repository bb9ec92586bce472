package dev.storagebench.datasets.synthetic;

/** Writes what stands between the paragraphs of articles: boxes, headings, lists, tables, tail. */
final class WikiBlocks {
  private static final byte[] INFOBOX = WikiProse.ascii("{{Infobox ");
  private static final byte[] FIELD = WikiProse.ascii("\n| ");
  private static final byte[] EQUALS = WikiProse.ascii(" = ");
  private static final byte[] MAIN = WikiProse.ascii("{{main|");
  private static final byte[] PICTURE = WikiProse.ascii("[[File:");
  private static final byte[] PICTURE_STYLE = WikiProse.ascii(".jpg|thumb|right|");
  private static final byte[] TABLE = WikiProse.ascii("{| class=\"wikitable\"\n");
  private static final byte[] ROW = WikiProse.ascii("|-\n");
  private static final byte[] SEE_ALSO = WikiProse.ascii("\n==See also==\n");
  private static final byte[] REFERENCES =
      WikiProse.ascii("\n==References==\n{{Reflist|30em}}\n\n==External links==\n");
  private static final byte[] CATEGORY = WikiProse.ascii("[[Category:");

  private final WikiProse prose;
  private final WikiReferences references;
  private final SplitMix random;

  WikiBlocks(WikiProse prose, WikiReferences references, SplitMix random) {
    this.prose = prose;
    this.references = references;
    this.random = random;
  }

  /** Appends a box of named facts. */
  void writeInfobox(TextBuffer out) {
    out.put(INFOBOX);
    prose.writeWord(out);
    for (int left = 6 + random.below(16); left > 0; left--) {
      out.put(FIELD);
      prose.writeWord(out);
      out.put(EQUALS);
      writeCell(out);
    }
    out.put('\n');
    out.put('}');
    out.put('}');
    out.put('\n');
  }

  /** Appends a heading of the second or third level, sometimes with a pointer or a picture. */
  void writeHeading(TextBuffer out) {
    long bits = random.next();
    prose.startSection();
    int level = (bits & 3) < 2 ? 2 : 3;
    out.put('\n');
    marks(out, '=', level);
    prose.writeName(out);
    marks(out, '=', level);
    out.put('\n');
    if ((bits & 0x70) == 0) {
      out.put(MAIN);
      prose.writeName(out);
      out.put('}');
      out.put('}');
      out.put('\n');
    }
    if ((bits & 0x380) == 0) {
      out.put(PICTURE);
      prose.writeName(out);
      out.put(PICTURE_STYLE);
      prose.writeSentence(out);
      out.replaceLast(']');
      out.put(']');
      out.put('\n');
    }
  }

  /** Appends a list of links, citations or short notes. */
  void writeList(TextBuffer out, int end) {
    int kind = random.below(4);
    for (int left = 4 + random.below(16); left > 0 && out.length() < end; left--) {
      out.put('*');
      out.put(' ');
      switch (kind) {
        case 0 -> references.writeCitation(out);
        case 1 -> prose.writeSentence(out);
        default -> {
          prose.writePlainLink(out);
          out.put(' ');
          prose.writeWords(out, 4 + random.below(10));
        }
      }
      out.put('\n');
    }
  }

  /** Appends a table. */
  void writeTable(TextBuffer out, int end) {
    int columns = 3 + random.below(4);
    out.put(TABLE);
    for (int i = 0; i < columns; i++) {
      out.put('!');
      out.put(' ');
      prose.writeName(out);
      out.put('\n');
    }
    for (int left = 8 + random.below(40); left > 0 && out.length() < end; left--) {
      out.put(ROW);
      for (int i = 0; i < columns; i++) {
        out.put('|');
        out.put(' ');
        writeCell(out);
        out.put('\n');
      }
    }
    out.put('|');
    out.put('}');
    out.put('\n');
  }

  /** Appends what ends an article. */
  void writeTail(TextBuffer out, int end) {
    out.put(SEE_ALSO);
    for (int left = 2 + random.below(6); left > 0 && out.length() < end; left--) {
      out.put('*');
      prose.writePlainLink(out);
      out.put('\n');
    }
    out.put(REFERENCES);
    for (int left = 1 + random.below(6); left > 0 && out.length() < end; left--) {
      out.put('*');
      out.put('[');
      references.writeUrl(out);
      out.put(' ');
      prose.writeWords(out, 3 + random.below(4));
      out.put(']');
      out.put('\n');
    }
    writeCategory(out);
    for (int left = random.below(12); left > 0 && out.length() < end; left--) {
      writeCategory(out);
    }
  }

  private void writeCategory(TextBuffer out) {
    out.put('\n');
    out.put(CATEGORY);
    prose.writeName(out);
    out.put(' ');
    prose.writeWords(out, 2);
    out.put(']');
    out.put(']');
  }

  private void writeCell(TextBuffer out) {
    long bits = random.next();
    switch ((int) bits & 7) {
      case 0, 1 -> prose.writePlainLink(out);
      case 2, 3 -> out.putNumber((bits >>> 8) & (0xFFFFL >>> ((bits >>> 24) & 15)), 1);
      case 4 -> prose.writeYear(out);
      case 5 -> prose.writeName(out);
      case 6 -> prose.writeWord(out);
      default -> prose.writeWords(out, 3 + (int) ((bits >>> 8) & 15));
    }
  }

  private static void marks(TextBuffer out, int mark, int count) {
    for (int i = 0; i < count; i++) {
      out.put(mark);
    }
  }
}
