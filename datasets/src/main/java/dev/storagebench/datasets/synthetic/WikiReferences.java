package dev.storagebench.datasets.synthetic;

/** Writes the references of articles: the citation templates that are a quarter of wikitext. */
final class WikiReferences {
  private static final byte[] OPEN = WikiProse.ascii("<ref>");
  private static final byte[] OPEN_NAME = WikiProse.ascii("<ref name=\"");
  private static final byte[] CLOSE = WikiProse.ascii("</ref>");
  private static final byte[] WEB = WikiProse.ascii("{{cite web");
  private static final byte[] NEWS = WikiProse.ascii("{{cite news");
  private static final byte[] BOOK = WikiProse.ascii("{{cite book");
  private static final byte[] JOURNAL = WikiProse.ascii("{{cite journal");
  private static final byte[] SHORT = WikiProse.ascii("{{harvnb|");
  private final WikiProse prose;
  private final CitationFields fields;
  private final SplitMix random;

  WikiReferences(WikiProse prose, SplitMix random) {
    this.prose = prose;
    fields = new CitationFields(prose, random);
    this.random = random;
  }

  /** Chooses the article's habits. */
  void startArticle() {
    fields.startArticle();
  }

  /** Appends an address. */
  void writeUrl(TextBuffer out) {
    fields.writeUrl(out);
  }

  /** Appends a reference: in full, short, or to one named before. */
  void writeReference(TextBuffer out) {
    long bits = random.next();
    int kind = (int) (bits & 31);
    if (kind < 6) {
      out.put(OPEN_NAME);
      prose.writeName(out);
      out.put('"');
      out.put('/');
      out.put('>');
      return;
    }
    if ((bits & 0x300) == 0) {
      out.put(OPEN_NAME);
      prose.writeName(out);
      out.put('"');
      out.put('>');
    } else {
      out.put(OPEN);
    }
    if (kind < 9) {
      out.put(SHORT);
      prose.writeWord(out);
      out.put('|');
      prose.writeYear(out);
      out.put('}');
      out.put('}');
    } else {
      writeCitation(out);
    }
    out.put(CLOSE);
  }

  /** Appends a citation template. */
  void writeCitation(TextBuffer out) {
    int kind = (int) (random.next() & 15);
    if (kind < 6) {
      writeWebCitation(out, WEB);
    } else if (kind < 8) {
      writeWebCitation(out, NEWS);
    } else if (kind < 12) {
      writeBookCitation(out);
    } else {
      writeJournalCitation(out);
    }
    out.put('}');
    out.put('}');
  }

  private void writeWebCitation(TextBuffer out, byte[] template) {
    long bits = random.next();
    out.put(template);
    if ((bits & 1) == 0) {
      fields.writeAuthor(out);
    }
    fields.begin(out, CitationFields.URL);
    int urlStart = out.length();
    fields.writeUrl(out);
    int urlEnd = out.length();
    fields.begin(out, CitationFields.TITLE);
    prose.writeWords(out, 4 + (int) ((bits >>> 8) & 7));
    if ((bits & 6) != 0) {
      fields.begin(out, template == NEWS ? CitationFields.WORK : CitationFields.PUBLISHER);
      prose.writeName(out);
    }
    if ((bits & 24) != 0) {
      fields.begin(out, CitationFields.DATE);
      fields.writeDate(out);
    }
    if ((bits & 96) != 0) {
      fields.begin(out, CitationFields.ACCESS_DATE);
      fields.writeDate(out);
    }
    if ((bits & 0x3000) == 0) {
      fields.begin(out, CitationFields.ARCHIVE_URL);
      out.put(CitationFields.ARCHIVE);
      out.putNumber(random.next() >>> 24, 12);
      out.put('/');
      out.putAgain(urlStart, urlEnd);
      fields.begin(out, CitationFields.ARCHIVE_DATE);
      fields.writeDate(out);
    }
  }

  private void writeBookCitation(TextBuffer out) {
    long bits = random.next();
    out.put(BOOK);
    fields.writeAuthor(out);
    fields.begin(out, CitationFields.TITLE);
    prose.writeWords(out, 3 + (int) ((bits >>> 8) & 7));
    fields.begin(out, CitationFields.YEAR);
    prose.writeYear(out);
    fields.begin(out, CitationFields.PUBLISHER);
    prose.writeName(out);
    if ((bits & 1) == 0) {
      fields.begin(out, CitationFields.LOCATION);
      prose.writeName(out);
    }
    if ((bits & 6) != 0) {
      fields.begin(out, CitationFields.ISBN);
      out.putNumber(random.next() >>> 44, 6);
      out.put('-');
      out.putNumber(bits >>> 58, 2);
      out.put('-');
      out.putNumber((bits >>> 54) % 10, 1);
    }
    if ((bits & 8) != 0) {
      fields.writePages(out);
    }
  }

  private void writeJournalCitation(TextBuffer out) {
    long bits = random.next();
    out.put(JOURNAL);
    fields.writeAuthor(out);
    if ((bits & 1) == 0) {
      fields.writeAuthor(out);
    }
    fields.begin(out, CitationFields.TITLE);
    prose.writeWords(out, 6 + (int) ((bits >>> 8) & 7));
    fields.begin(out, CitationFields.JOURNAL_NAME);
    prose.writeName(out);
    fields.begin(out, CitationFields.VOLUME);
    out.putNumber((bits >>> 16) & 127, 1);
    if ((bits & 2) == 0) {
      fields.begin(out, CitationFields.ISSUE);
      out.putNumber((bits >>> 23) & 15, 1);
    }
    fields.writePages(out);
    fields.begin(out, CitationFields.YEAR);
    prose.writeYear(out);
    if ((bits & 12) != 0) {
      fields.begin(out, CitationFields.DOI);
      out.putNumber(1000 + ((bits >>> 27) & 1023), 4);
      out.put('/');
      out.putNumber((bits >>> 37) & 0xFFFF, 5);
    }
    if ((bits & 16) != 0) {
      fields.begin(out, CitationFields.PMID);
      out.putNumber(random.next() >>> 40, 8);
    }
  }
}
