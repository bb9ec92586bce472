package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.StreamFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.input.ReaderInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Wikipedia pages from a MediaWiki XML export or a file with one article per line; form,
 * compression and encoding are detected by content.
 */
public final class WikipediaFormat implements StreamFormat {
  private static final int HEAD_BYTES = 1024;
  private static final Pattern XML_START =
      Pattern.compile("<(\\?xml|!--|!DOCTYPE mediawiki|([\\w.-]+:)?(mediawiki|page)[\\s>/])");
  private static final Pattern ENCODING =
      Pattern.compile("<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([^\"'>]*)[\"']");
  private static final Pattern INDEX_LINE = Pattern.compile("\\d+:\\d+:[^\n]+\n");
  private static final String UTF_8_MARK = "\u00ef\u00bb\u00bf";

  /** Made by {@link java.util.ServiceLoader}. */
  public WikipediaFormat() {}

  @Override
  public String name() {
    return "wikipedia";
  }

  @Override
  public String beginnings() {
    return "a MediaWiki XML export (\"<mediawiki\") or lines of 'title'<TAB>'text'";
  }

  @Override
  public Optional<String> form(byte[] bytes) {
    String head = new String(bytes, StandardCharsets.ISO_8859_1);
    Charset utf16 = utf16(head);
    if (utf16 != null) {
      // Behind the mark; a character cut in two at the end does no harm.
      return new String(bytes, utf16).replace("\ufeff", "").stripLeading().startsWith("<")
          ? Optional.of("MediaWiki XML in UTF-16")
          : Optional.empty();
    }
    String start =
        (head.startsWith(UTF_8_MARK) ? head.substring(UTF_8_MARK.length()) : head).stripLeading();
    if (XML_START.matcher(start).lookingAt()) {
      return Optional.of("MediaWiki XML");
    }
    if (isIndex(start)) {
      return Optional.of("index of a multistream dump");
    }
    return start.startsWith("'") && start.contains("'\t'")
        ? Optional.of("article lines")
        : Optional.empty();
  }

  @Override
  public RecordReader open(InputStream in, String argument, ReadOptions options)
      throws IOException {
    String source = InputSource.of(argument).name();
    String head = new String(InputSource.peek(in, HEAD_BYTES), StandardCharsets.ISO_8859_1);
    Charset utf16 = utf16(head);
    if (utf16 != null) {
      in.skipNBytes(head.charAt(0) >= 0xfe ? 2 : 0);
      return new DumpReader(utf8(in, utf16), source, options);
    }
    if (head.startsWith(UTF_8_MARK)) {
      in.skipNBytes(UTF_8_MARK.length());
      head = head.substring(UTF_8_MARK.length());
    }
    String start = head.stripLeading();
    if (start.startsWith("<")) {
      in.skipNBytes(head.length() - start.length());
      Matcher encoding = ENCODING.matcher(start);
      return new DumpReader(
          encoding.lookingAt() ? utf8(in, charset(encoding.group(1), source)) : in,
          source,
          options);
    }
    if (start.startsWith("'")) {
      return new ArticleLineReader(in, source, options);
    }
    if (isIndex(start)) {
      // Accepted as a form for the sake of this message.
      throw new BadInputException(
          new Place(source, 1, 0),
          "this is the index of a multistream dump and has no texts; pass the dump itself, the file"
              + " beside it whose name ends in '-multistream.xml.bz2'");
    }
    throw new BadInputException(
        new Place(source, 1, 0), "not Wikipedia pages: expected " + beginnings());
  }

  /** Decodes another charset; malformed input becomes U+FFFD. Places then count UTF-8's bytes. */
  private static InputStream utf8(InputStream in, Charset charset) throws IOException {
    return charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII)
        ? in
        : ReaderInputStream.builder()
            .setReader(new InputStreamReader(in, charset))
            .setCharset(StandardCharsets.UTF_8)
            .get();
  }

  private static Charset charset(String name, String source) throws BadInputException {
    try {
      return Charset.forName(name);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          new Place(source, 1, 0),
          "unknown encoding '%s' in the XML declaration; convert the file to UTF-8, for example with iconv"
              .formatted(Excerpt.printable(name)),
          e);
    }
  }

  /** Whether it begins with a line of offset, page number and title. */
  private static boolean isIndex(String start) {
    return INDEX_LINE.matcher(start).lookingAt();
  }

  private static @Nullable Charset utf16(String head) {
    if (head.startsWith("\u00ff\u00fe") || head.startsWith("<\0")) {
      return StandardCharsets.UTF_16LE;
    }
    return head.startsWith("\u00fe\u00ff") || head.startsWith("\0<")
        ? StandardCharsets.UTF_16BE
        : null;
  }
}
