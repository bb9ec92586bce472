package dev.storagebench.datasets.input;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Records that are JSON objects, by Jackson's streaming parser: one object per line, each with a
 * parser of its own so that a malformed line costs only itself.
 */
public abstract class JsonObjectReader extends LineReader {
  /** How deep arrays and objects may nest. */
  public static final int MAX_DEPTH = 512;

  /** Parsers of JSON with the limits of this project's records. */
  protected static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_VALUE_BYTES)
                  .build())
          .build();

  private static final int EXCERPT_BEFORE = 20;

  /** Owns the stream. */
  protected JsonObjectReader(InputStream in, String source, ReadOptions options) {
    super(in, source, MAX_VALUE_BYTES, options);
  }

  /**
   * Reads the object that has just started, at {@link #recordStart}, up to its end, into the key
   * and the value.
   */
  protected abstract void readObject(JsonParser json) throws BadInputException;

  @Override
  protected final boolean parse() throws IOException {
    try {
      return parseLine();
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (NumberFormatException e) {
      // By Jackson, of an exponent beyond BigDecimal's.
      throw new BadInputException(lines.place(), "a number is out of range", e);
    } catch (JacksonException e) {
      Place place = place(e.getLocation());
      throw new BadInputException(place, problem(e, place), e);
    }
  }

  /** In words of this project: the parser's name its own settings. */
  private String problem(JacksonException e, Place place) {
    String text = String.valueOf(e.getOriginalMessage());
    if (e instanceof StreamConstraintsException) {
      return text.contains("epth")
          ? "JSON nested deeper than %d levels".formatted(MAX_DEPTH)
          : "a name, string or number in the JSON is too long";
    }
    if (text.contains("UTF-8")) {
      return BadInputException.NOT_UTF_8;
    }
    if (text.contains("end-of-input")) {
      return "malformed JSON: the line ends inside an object; if the objects are several lines long, convert them with jq -c .";
    }
    int at = lines.start() + (int) (place.byteOffset() - lines.byteOffset()) - EXCERPT_BEFORE;
    return "malformed JSON near "
        + Excerpt.of(lines.array(), Math.max(at, lines.start()), lines.end())
        + (text.contains("(code 39)")
            ? "; this may be Python's notation: convert it with json.dumps(ast.literal_eval(line))"
            : "");
  }

  private boolean parseLine() throws IOException {
    while (lines.next()) {
      int from = ByteScan.skipSpace(lines.array(), lines.textStart(), lines.end());
      if (from == lines.end()) {
        continue;
      }
      try (JsonParser json =
          JSON.createParser(
              ObjectReadContext.empty(),
              lines.array(),
              lines.start(),
              lines.end() - lines.start())) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
          String found = Excerpt.of(lines.array(), from, lines.end());
          throw bad(json, "expected a JSON object, found " + found);
        }
        recordStart = place(json);
        readObject(json);
        requireSizes();
        if (key.replaced() || value.replaced()) {
          counts().note("lone surrogates replaced");
        }
        if (json.nextToken() != null) {
          throw bad(json, "more data after the object; expected one object per line");
        }
      }
      return true;
    }
    return false;
  }

  /** A problem at the current token. */
  protected final BadInputException bad(JsonParser json, String problem) {
    return new BadInputException(place(json), problem);
  }

  /** Place of the current token. */
  protected final Place place(JsonParser json) {
    return place(json.currentTokenLocation());
  }

  private Place place(@Nullable TokenStreamLocation location) {
    long offset = location == null ? 0 : Math.max(0, location.getByteOffset());
    return new Place(source, lines.line(), lines.byteOffset() + offset);
  }
}
