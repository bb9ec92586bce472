package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.InputSource;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.input.UnreadableKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Wikipedia pages from a MediaWiki XML export in UTF-8. */
public final class WikipediaFormat implements StreamFormat {
  private static final Pattern START =
      Pattern.compile(
          "(\u00ef\u00bb\u00bf)?\\s*<(\\?xml|!--|!DOCTYPE mediawiki|([\\w.-]+:)?(mediawiki|page)[\\s>/])");

  @Override
  public String name() {
    return "wikipedia";
  }

  @Override
  public String beginnings() {
    return "a MediaWiki XML export (\"<mediawiki\")";
  }

  @Override
  public Optional<String> form(byte[] head) {
    return START.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt()
        ? Optional.of("MediaWiki XML")
        : Optional.empty();
  }

  @Override
  public RecordReader open(InputStream in, String argument, ReadOptions options)
      throws IOException {
    String source = InputSource.of(argument).name();
    byte[] head = InputSource.peek(in, HEAD_BYTES);
    UnreadableKind.refuse(name(), head, source);
    if (form(head).isEmpty()) {
      throw new BadInputException(
          new Place(source, 1, 0), "not Wikipedia pages: expected " + beginnings());
    }
    return new DumpReader(in, source, options);
  }
}
