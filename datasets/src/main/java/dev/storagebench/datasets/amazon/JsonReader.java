package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.JsonObjectReader;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reviews as JSON objects with the names of any edition. */
final class JsonReader extends JsonObjectReader {

  private static final Set<String> WANTED =
      Set.of(
          ("asin parent_asin reviewerID user_id reviewerName helpful vote helpful_vote overall rating"
                  + " unixReviewTime timestamp summary title reviewText text")
              .split(" ", 0));

  /** The current review: its fields that are wanted and not null. */
  private final Map<String, String> fields = new HashMap<>();

  /** The first names of the current review, for error messages. */
  private final List<String> names = new ArrayList<>();

  /** Creates a reader, see {@link JsonObjectReader#JsonObjectReader}. */
  JsonReader(InputStream in, String source, ReadOptions options) {
    super(in, source, options);
  }

  @Override
  protected void readObject(JsonParser json) throws BadInputException {
    fields.clear();
    names.clear();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      if (names.size() <= Excerpt.SHOWN_NAMES) {
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
    putKeyPart("asin", "parent_asin");
    key.append((byte) ' ');
    putKeyPart("reviewerID", "user_id");
    putValue();
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

  private void putKeyPart(String first, String second) throws BadInputException {
    String part = fields.getOrDefault(first, "");
    part = part.isEmpty() ? fields.getOrDefault(second, "") : part;
    if (part.isEmpty()) {
      String empty = fields.containsKey(second) ? second : first;
      throw bad(
          "no '%s' or '%s'%s in the review, a part of the key; its names are %s, expected are those of 2014 and 2018 (asin, reviewerID, overall, unixReviewTime, summary, reviewText) or 2023 (asin, user_id, rating, timestamp, title, text)"
              .formatted(
                  first,
                  second,
                  fields.containsKey(empty) ? " but an empty '" + empty + "'" : "",
                  Excerpt.ofNames(names)));
    }
    key.append(part);
  }

  private void putValue() {
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
}
