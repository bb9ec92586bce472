package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.ByteLines;
import dev.storagebench.datasets.input.Excerpt;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reviews as JSON objects with the names of any edition, by Jackson's streaming parser: one object
 * per line, each with a parser of its own so that a malformed line costs only itself, or one array,
 * where nothing can be read after malformed JSON.
 */
final class JsonReader extends ReviewReader {
  /** How deep arrays and objects may nest. */
  static final int MAX_DEPTH = 512;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_VALUE_BYTES)
                  .build())
          .build();
  private static final int NAMES_SHOWN = 12;

  private static final Set<String> WANTED =
      Set.of(
          ("asin parent_asin reviewerID user_id reviewerName helpful vote helpful_vote overall rating"
                  + " unixReviewTime timestamp summary title reviewText text")
              .split(" ", 0));

  private final @Nullable ByteLines lines;
  private final @Nullable JsonParser array;

  /** The current review: its fields that are wanted and not null. */
  private final Map<String, String> fields = new HashMap<>();

  /** The first names of the current review, for error messages. */
  private final List<String> names = new ArrayList<>();

  private boolean arrayStarted;
  private boolean ended;

  private JsonReader(
      @Nullable ByteLines lines, @Nullable JsonParser array, String source, ReadOptions options) {
    super(source, options);
    this.lines = lines;
    this.array = array;
  }

  /** Reads one object per line; owns the stream. */
  static JsonReader lines(InputStream in, String source, ReadOptions options) {
    return new JsonReader(new ByteLines(in, source, MAX_VALUE_BYTES), null, source, options);
  }

  /** Reads one array of objects; owns the stream. */
  static JsonReader array(InputStream in, String source, ReadOptions options) {
    return new JsonReader(null, JSON.createParser(ObjectReadContext.empty(), in), source, options);
  }

  @Override
  protected boolean parse() throws IOException {
    try {
      return array == null ? parseLine() : !ended && parseElement(array);
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      String problem = String.valueOf(e.getOriginalMessage());
      String hint =
          problem.contains("(code 39)")
              ? "; this may be Python's notation: convert it with json.dumps(ast.literal_eval(line))"
              : "";
      String message = "malformed JSON: " + problem + hint;
      if (array == null) {
        throw new BadInputException(place(e.getLocation()), message, e);
      }
      throw BadInputException.damage(
          place(e.getLocation()),
          message + "; the rest of the array cannot be read: is the file complete?",
          e);
    }
  }

  private boolean parseLine() throws IOException {
    ByteLines lines = Objects.requireNonNull(this.lines);
    while (lines.next()) {
      int from = lines.line() == 1 ? AmazonFormat.afterByteOrderMark(lines) : lines.start();
      from = AmazonFormat.skipSpace(lines.array(), from, lines.end());
      if (from == lines.end()) {
        continue;
      }
      try (JsonParser json =
          JSON.createParser(
              ObjectReadContext.empty(),
              lines.array(),
              lines.start(),
              lines.end() - lines.start())) {
        requireObject(json, json.nextToken());
        readReview(json);
        if (json.nextToken() != null) {
          throw bad(json, "more data after the object; expected one object per line");
        }
      }
      return true;
    }
    return false;
  }

  private boolean parseElement(JsonParser json) throws IOException {
    if (!arrayStarted) {
      arrayStarted = true;
      json.nextToken();
    }
    // After a bad element: the rest of it.
    while (json.streamReadContext().getNestingDepth() > 1) {
      json.nextToken();
    }
    JsonToken next = json.nextToken();
    if (next == JsonToken.END_ARRAY) {
      ended = true;
      if (json.nextToken() != null) {
        throw bad(json, "more data after the array; expected one array");
      }
      return false;
    }
    requireObject(json, next);
    readReview(json);
    return true;
  }

  private void requireObject(JsonParser json, @Nullable JsonToken found) throws BadInputException {
    if (found != JsonToken.START_OBJECT) {
      throw bad(json, "expected a JSON object, found " + found);
    }
  }

  /** Reads the object that has just started into the key and the value. */
  private void readReview(JsonParser json) throws BadInputException {
    Place start = place(json.currentTokenLocation());
    fields.clear();
    names.clear();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      if (names.size() < NAMES_SHOWN) {
        names.add(name);
      }
      JsonToken token = json.nextToken();
      if (!WANTED.contains(name)) {
        json.skipChildren();
      } else if (token != JsonToken.VALUE_NULL
          && fields.put(name, fieldText(json, name, token)) != null) {
        throw bad(json, "second '%s' in the same review".formatted(name));
      }
    }
    key.clear();
    putKeyPart("asin", "parent_asin", start);
    key.append((byte) ' ');
    putKeyPart("reviewerID", "user_id", start);
    putValue();
    requireSizes(start);
    if (key.replaced() || value.replaced()) {
      counts().note("lone surrogates replaced");
    }
  }

  private String fieldText(JsonParser json, String name, JsonToken token) throws BadInputException {
    if (token == JsonToken.START_ARRAY && name.equals("helpful")) {
      // [helpful votes, all votes]
      StringJoiner votes = new StringJoiner("/");
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (!json.currentToken().isNumeric()) {
          throw bad(json, "'helpful' must be a string, a number or an array of numbers");
        }
        votes.add(json.getString());
      }
      return votes.toString();
    }
    if (token.isStructStart()) {
      throw bad(json, "'%s' must be a string or a number".formatted(name));
    }
    return json.getString();
  }

  private void putKeyPart(String first, String second, Place place) throws BadInputException {
    String part = fields.getOrDefault(first, "");
    part = part.isEmpty() ? fields.getOrDefault(second, "") : part;
    if (part.isEmpty()) {
      String empty = fields.containsKey(second) ? second : first;
      throw new BadInputException(
          place,
          "no '%s' or '%s'%s in the review, a part of the key; its names are %s, expected are those of 2014 and 2018 (asin, reviewerID, overall, unixReviewTime, summary, reviewText) or 2023 (asin, user_id, rating, timestamp, title, text)"
              .formatted(
                  first,
                  second,
                  fields.containsKey(empty) ? " but an empty '" + empty + "'" : "",
                  shownNames()));
    }
    key.append(part);
  }

  private String shownNames() {
    return names.isEmpty()
        ? "none"
        : names.stream()
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .map(name -> Excerpt.of(name, 0, name.length))
            .collect(Collectors.joining(", "));
  }

  private void putValue() {
    value.clear();
    boolean of2023 = fields.containsKey("user_id");
    if (!of2023 && !fields.containsKey("reviewerName")) {
      // The edition of 2023 has no names.
      counts().note("reviewerName missing");
    }
    putFirst("reviewerName");
    value.append(AmazonFormat.SEPARATOR);
    putFirst("helpful", "vote", "helpful_vote");
    putNext(of2023, "overall", "rating");
    putNext(of2023, "unixReviewTime", "timestamp");
    putNext(of2023, "summary", "title");
    putNext(of2023, "reviewText", "text");
  }

  /** Appends the field of the review's edition, or, if only that is there, the other one. */
  private void putNext(boolean of2023, String older, String newer) {
    String wanted = of2023 ? newer : older;
    value.append(AmazonFormat.SEPARATOR);
    if (!putFirst(wanted, of2023 ? older : newer)) {
      counts().note(wanted + " missing");
    }
  }

  /** Appends the first of these fields that the review has; false if it has none. */
  private boolean putFirst(String... alternatives) {
    for (String name : alternatives) {
      String text = fields.get(name);
      if (text != null) {
        value.append(text);
        return true;
      }
    }
    return false;
  }

  private BadInputException bad(JsonParser json, String problem) {
    return new BadInputException(place(json.currentTokenLocation()), problem);
  }

  private Place place(@Nullable TokenStreamLocation location) {
    long offset = location == null ? 0 : Math.max(0, location.getByteOffset());
    if (lines == null) {
      return new Place(source, location == null ? 0 : location.getLineNr(), offset);
    }
    return new Place(source, lines.line(), lines.byteOffset() + offset);
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    } else if (array != null) {
      array.close();
    }
  }
}
