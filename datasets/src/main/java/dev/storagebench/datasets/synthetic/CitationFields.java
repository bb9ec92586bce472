package dev.storagebench.datasets.synthetic;

/** Writes the fields of citation templates as one article does: its spaces, its form of dates. */
final class CitationFields {
  static final byte[] URL = WikiProse.ascii("url=");
  static final byte[] TITLE = WikiProse.ascii("title=");
  static final byte[] PUBLISHER = WikiProse.ascii("publisher=");
  static final byte[] ACCESS_DATE = WikiProse.ascii("accessdate=");
  static final byte[] DATE = WikiProse.ascii("date=");
  static final byte[] WORK = WikiProse.ascii("work=");
  static final byte[] ARCHIVE_URL = WikiProse.ascii("archiveurl=");
  static final byte[] ARCHIVE_DATE = WikiProse.ascii("archivedate=");
  static final byte[] LAST = WikiProse.ascii("last=");
  static final byte[] FIRST = WikiProse.ascii("first=");
  static final byte[] YEAR = WikiProse.ascii("year=");
  static final byte[] LOCATION = WikiProse.ascii("location=");
  static final byte[] ISBN = WikiProse.ascii("isbn=978-0-");
  static final byte[] PAGES = WikiProse.ascii("pages=");
  static final byte[] VOLUME = WikiProse.ascii("volume=");
  static final byte[] ISSUE = WikiProse.ascii("issue=");
  static final byte[] JOURNAL_NAME = WikiProse.ascii("journal=");
  static final byte[] DOI = WikiProse.ascii("doi=10.");
  static final byte[] PMID = WikiProse.ascii("pmid=");
  static final byte[] ARCHIVE = WikiProse.ascii("http://web.archive.org/web/20");

  private static final byte[] SCHEME = WikiProse.ascii("http://www.");
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

  CitationFields(WikiProse prose, SplitMix random) {
    this.prose = prose;
    this.random = random;
  }

  /** Chooses the article's habits: spaces in templates, the form of dates. */
  void startArticle() {
    long bits = random.next();
    spaced = (bits & 1) == 0;
    isoDates = (bits & 6) == 0;
  }

  /** Appends what stands before a value: the bar, its name and the equals sign. */
  void begin(TextBuffer out, byte[] name) {
    if (spaced) {
      out.put(' ');
    }
    out.put('|');
    out.put(name);
  }

  /** Appends last and first name. */
  void writeAuthor(TextBuffer out) {
    begin(out, LAST);
    prose.writeName(out);
    begin(out, FIRST);
    prose.writeName(out);
  }

  /** Appends a range of pages. */
  void writePages(TextBuffer out) {
    int first = random.below(600);
    begin(out, PAGES);
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

  /** Appends a day in the article's form. */
  void writeDate(TextBuffer out) {
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
}
