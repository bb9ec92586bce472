package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.ByteLines;
import dev.storagebench.datasets.input.Excerpt;
import dev.storagebench.datasets.input.RecordBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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

  /** A field that the record needs, and where {@code texts} holds its value; -1 if missing. */
  private static final class Field {
    private final String name;
    private int start = -1;
    private int end;

    Field(String name) {
      this.name = name;
    }

    boolean isPresent() {
      return start >= 0;
    }

    boolean isFilled() {
      return start >= 0 && start < end;
    }
  }

  private final Map<String, Field> byName = new LinkedHashMap<>();
  private final Field asin = field("asin");
  private final Field parentAsin = field("parent_asin");
  private final Field reviewerId = field("reviewerID");
  private final Field userId = field("user_id");
  private final Field reviewerName = field("reviewerName");
  private final Field helpful = field("helpful");
  private final Field vote = field("vote");
  private final Field helpfulVote = field("helpful_vote");
  private final Field overall = field("overall");
  private final Field rating = field("rating");
  private final Field unixReviewTime = field("unixReviewTime");
  private final Field timestamp = field("timestamp");
  private final Field summary = field("summary");
  private final Field title = field("title");
  private final Field reviewText = field("reviewText");
  private final Field text = field("text");

  private final @Nullable ByteLines lines;
  private final @Nullable JsonParser array;

  /** The values of the current review in UTF-8, in the order of the input. */
  private final RecordBytes texts = new RecordBytes(MAX_VALUE_BYTES);

  /** The first names of the current review, for error messages. */
  private final String[] names = new String[NAMES_SHOWN];

  private int nameCount;
  private boolean arrayStarted;
  private boolean ended;

  private JsonReader(
      @Nullable ByteLines lines, @Nullable JsonParser array, String source, ReadOptions options) {
    super(source, options);
    this.lines = lines;
    this.array = array;
  }

  private Field field(String name) {
    Field field = new Field(name);
    byName.put(name, field);
    return field;
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
    texts.clear();
    byName.values().forEach(field -> field.start = -1);
    nameCount = 0;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      if (nameCount < NAMES_SHOWN) {
        names[nameCount++] = name;
      }
      readField(json, byName.get(name), json.nextToken());
    }
    if (texts.overflowed()) {
      throw new BadInputException(start, "review longer than %,d bytes".formatted(MAX_VALUE_BYTES));
    }
    putKey(start);
    putValue();
    requireSizes(start);
    if (texts.replaced()) {
      counts().note("lone surrogates replaced");
    }
  }

  private void readField(JsonParser json, @Nullable Field field, JsonToken token)
      throws BadInputException {
    if (field == null) {
      json.skipChildren();
      return;
    }
    if (field.isPresent()) {
      throw bad(json, "second '%s' in the same review".formatted(field.name));
    }
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    int start = texts.length();
    if (token == JsonToken.START_ARRAY && field == helpful) {
      // [helpful votes, all votes]
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (!json.currentToken().isNumeric()) {
          throw bad(json, "'helpful' must be a string, a number or an array of numbers");
        }
        if (texts.length() > start) {
          texts.append((byte) '/');
        }
        appendText(json);
      }
    } else if (token.isStructStart()) {
      throw bad(json, "'%s' must be a string or a number".formatted(field.name));
    } else {
      appendText(json);
    }
    field.start = start;
    field.end = texts.length();
  }

  private void appendText(JsonParser json) {
    int offset = json.getStringOffset();
    texts.append(json.getStringCharacters(), offset, offset + json.getStringLength());
  }

  private void putKey(Place place) throws BadInputException {
    key.clear();
    putKeyPart(asin, parentAsin, place);
    key.append((byte) ' ');
    putKeyPart(reviewerId, userId, place);
  }

  private void putKeyPart(Field first, Field second, Place place) throws BadInputException {
    Field filled = first.isFilled() ? first : second;
    if (!filled.isFilled()) {
      Field empty = second.isPresent() ? second : first;
      throw new BadInputException(
          place,
          "no '%s' or '%s'%s in the review, a part of the key; its names are %s, expected are those of 2014 and 2018 (asin, reviewerID, overall, unixReviewTime, summary, reviewText) or 2023 (asin, user_id, rating, timestamp, title, text)"
              .formatted(
                  first.name,
                  second.name,
                  empty.isPresent() ? " but an empty '" + empty.name + "'" : "",
                  shownNames()));
    }
    put(filled, key);
  }

  private String shownNames() {
    return nameCount == 0
        ? "none"
        : Arrays.stream(names, 0, nameCount)
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .map(name -> Excerpt.of(name, 0, name.length))
            .collect(Collectors.joining(", "));
  }

  private void putValue() {
    value.clear();
    boolean of2023 = userId.isPresent();
    if (!of2023 && !reviewerName.isPresent()) {
      // The edition of 2023 has no names.
      counts().note("reviewerName missing");
    }
    put(reviewerName, value);
    value.append(AmazonFormat.SEPARATOR);
    put(helpful.isPresent() ? helpful : vote.isPresent() ? vote : helpfulVote, value);
    putNext(of2023, overall, rating);
    putNext(of2023, unixReviewTime, timestamp);
    putNext(of2023, summary, title);
    putNext(of2023, reviewText, text);
  }

  /** Appends the field of the review's edition, or, if only that is there, the other one. */
  private void putNext(boolean of2023, Field older, Field newer) {
    Field wanted = of2023 ? newer : older;
    Field other = of2023 ? older : newer;
    if (!wanted.isPresent() && !other.isPresent()) {
      counts().note(wanted.name + " missing");
    }
    value.append(AmazonFormat.SEPARATOR);
    put(wanted.isPresent() ? wanted : other, value);
  }

  private void put(Field field, RecordBytes into) {
    if (field.isPresent()) {
      into.append(texts.array(), field.start, field.end);
    }
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
