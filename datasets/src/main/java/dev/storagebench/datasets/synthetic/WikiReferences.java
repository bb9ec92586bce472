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
  private static final byte[] SCHEME = WikiProse.ascii("http://www.");
  private static final byte[] ARCHIVE = WikiProse.ascii("http://web.archive.org/web/20");
  private static final byte[][] TOP_DOMAINS = {
    WikiProse.ascii(".com/"), WikiProse.ascii(".org/"), WikiProse.ascii(".co.uk/"),
    WikiProse.ascii(".edu/"), WikiProse.ascii(".gov/"), WikiProse.ascii(".com/news/")
  };
  private static final byte[][] MONTHS = {
    WikiProse.ascii(" January "), WikiProse.ascii(" February "), WikiProse.ascii(" March "),
    WikiProse.ascii(" April "), WikiProse.ascii(" May "), WikiProse.ascii(" June "),
    WikiProse.ascii(" July "), WikiProse.ascii(" August "), WikiProse.ascii(" September "),
    WikiProse.ascii(" October "), WikiProse.ascii(" November "), WikiProse.ascii(" December ")
  };

  private final WikiProse prose;
  private final SplitMix random;
  private boolean spaced;
  private boolean isoDates;

  WikiReferences(WikiProse prose, SplitMix random) {
    this.prose = prose;
    this.random = random;
  }

  /** Chooses the article's habits: spaces in templates, the form of dates. */
  void startArticle() {
    long bits = random.next();
    spaced = (bits & 1) == 0;
    isoDates = (bits & 6) == 0;
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

  private static final byte[] URL = WikiProse.ascii("url=");
  private static final byte[] TITLE = WikiProse.ascii("title=");
  private static final byte[] PUBLISHER = WikiProse.ascii("publisher=");
  private static final byte[] ACCESS_DATE = WikiProse.ascii("accessdate=");
  private static final byte[] DATE = WikiProse.ascii("date=");
  private static final byte[] WORK = WikiProse.ascii("work=");
  private static final byte[] ARCHIVE_URL = WikiProse.ascii("archiveurl=");
  private static final byte[] ARCHIVE_DATE = WikiProse.ascii("archivedate=");
  private static final byte[] LAST = WikiProse.ascii("last=");
  private static final byte[] FIRST = WikiProse.ascii("first=");
  private static final byte[] YEAR = WikiProse.ascii("year=");
  private static final byte[] LOCATION = WikiProse.ascii("location=");
  private static final byte[] ISBN = WikiProse.ascii("isbn=978-0-");
  private static final byte[] PAGES = WikiProse.ascii("pages=");
  private static final byte[] VOLUME = WikiProse.ascii("volume=");
  private static final byte[] ISSUE = WikiProse.ascii("issue=");
  private static final byte[] JOURNAL_NAME = WikiProse.ascii("journal=");
  private static final byte[] DOI = WikiProse.ascii("doi=10.");
  private static final byte[] PMID = WikiProse.ascii("pmid=");

  private void writeWebCitation(TextBuffer out, byte[] template) {
    long bits = random.next();
    out.put(template);
    if ((bits & 1) == 0) {
      writeAuthor(out);
    }
    field(out, URL);
    int urlStart = out.length();
    writeUrl(out);
    int urlEnd = out.length();
    field(out, TITLE);
    prose.writeWords(out, 4 + (int) ((bits >>> 8) & 7));
    if ((bits & 6) != 0) {
      field(out, template == NEWS ? WORK : PUBLISHER);
      prose.writeName(out);
    }
    if ((bits & 24) != 0) {
      field(out, DATE);
      writeDate(out);
    }
    if ((bits & 96) != 0) {
      field(out, ACCESS_DATE);
      writeDate(out);
    }
    if ((bits & 0x3000) == 0) {
      field(out, ARCHIVE_URL);
      out.put(ARCHIVE);
      out.putNumber(random.next() >>> 24, 12);
      out.put('/');
      out.putAgain(urlStart, urlEnd);
      field(out, ARCHIVE_DATE);
      writeDate(out);
    }
  }

  private void writeBookCitation(TextBuffer out) {
    long bits = random.next();
    out.put(BOOK);
    writeAuthor(out);
    field(out, TITLE);
    prose.writeWords(out, 3 + (int) ((bits >>> 8) & 7));
    field(out, YEAR);
    prose.writeYear(out);
    field(out, PUBLISHER);
    prose.writeName(out);
    if ((bits & 1) == 0) {
      field(out, LOCATION);
      prose.writeName(out);
    }
    if ((bits & 6) != 0) {
      field(out, ISBN);
      out.putNumber(random.next() >>> 44, 6);
      out.put('-');
      out.putNumber(bits >>> 58, 2);
      out.put('-');
      out.putNumber((bits >>> 54) % 10, 1);
    }
    if ((bits & 8) != 0) {
      writePages(out);
    }
  }

  private void writeJournalCitation(TextBuffer out) {
    long bits = random.next();
    out.put(JOURNAL);
    writeAuthor(out);
    if ((bits & 1) == 0) {
      writeAuthor(out);
    }
    field(out, TITLE);
    prose.writeWords(out, 6 + (int) ((bits >>> 8) & 7));
    field(out, JOURNAL_NAME);
    prose.writeName(out);
    field(out, VOLUME);
    out.putNumber((bits >>> 16) & 127, 1);
    if ((bits & 2) == 0) {
      field(out, ISSUE);
      out.putNumber((bits >>> 23) & 15, 1);
    }
    writePages(out);
    field(out, YEAR);
    prose.writeYear(out);
    if ((bits & 12) != 0) {
      field(out, DOI);
      out.putNumber(1000 + ((bits >>> 27) & 1023), 4);
      out.put('/');
      out.putNumber((bits >>> 37) & 0xFFFF, 5);
    }
    if ((bits & 16) != 0) {
      field(out, PMID);
      out.putNumber(random.next() >>> 40, 8);
    }
  }

  private void writeAuthor(TextBuffer out) {
    field(out, LAST);
    prose.writeName(out);
    field(out, FIRST);
    prose.writeName(out);
  }

  private void writePages(TextBuffer out) {
    int first = random.below(600);
    field(out, PAGES);
    out.putNumber(first, 1);
    out.put(WikiProse.EN_DASH);
    out.putNumber(first + random.below(30), 1);
  }

  /** Appends an address. */
  void writeUrl(TextBuffer out) {
    long bits = random.next();
    out.put(SCHEME);
    prose.writeWord(out);
    out.put(TOP_DOMAINS[(int) (((bits & 0xFFFF) * TOP_DOMAINS.length) >>> 16)]);
    prose.writeWord(out);
    for (int left = 1 + (int) ((bits >>> 19) & 3); left > 0; left--) {
      out.put(((bits >>> left) & 0x10000) == 0 ? '/' : '-');
      prose.writeWord(out);
    }
    if ((bits & 0x60000) != 0) {
      out.put('/');
      out.putNumber(bits >>> 44, 1);
    }
  }

  private void writeDate(TextBuffer out) {
    long bits = random.next();
    if (isoDates) {
      out.putNumber(2005 + (bits & 7), 4);
      out.put('-');
      out.putNumber(1 + ((bits >>> 8) & 0xFFFF) * 12 / 65_536, 2);
      out.put('-');
      out.putNumber(1 + ((bits >>> 24) & 0xFFFF) * 28 / 65_536, 2);
    } else {
      out.putNumber(1 + ((bits >>> 24) & 0xFFFF) * 28 / 65_536, 1);
      out.put(MONTHS[(int) (((bits >>> 8) & 0xFFFF) * 12 / 65_536)]);
      out.putNumber(2005 + (bits & 7), 4);
    }
  }

  private void field(TextBuffer out, byte[] name) {
    if (spaced) {
      out.put(' ');
    }
    out.put('|');
    out.put(name);
  }
}
