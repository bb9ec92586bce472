package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.amazon.JsonField.Use;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fields of one JSON review, by the names of all three editions. */
final class JsonReview {
  private final JsonField asin = new JsonField("asin", Use.READ);
  private final JsonField parentAsin = new JsonField("parent_asin", Use.READ);
  private final JsonField reviewerId = new JsonField("reviewerID", Use.READ);
  private final JsonField userId = new JsonField("user_id", Use.READ);
  private final JsonField reviewerName = new JsonField("reviewerName", Use.READ);
  private final JsonField helpful = new JsonField("helpful", Use.READ_NUMBERS);
  private final JsonField vote = new JsonField("vote", Use.READ);
  private final JsonField helpfulVote = new JsonField("helpful_vote", Use.READ);
  private final JsonField overall = new JsonField("overall", Use.READ);
  private final JsonField rating = new JsonField("rating", Use.READ);
  private final JsonField unixReviewTime = new JsonField("unixReviewTime", Use.READ);
  private final JsonField timestamp = new JsonField("timestamp", Use.READ);
  private final JsonField summary = new JsonField("summary", Use.READ);
  private final JsonField title = new JsonField("title", Use.READ);
  private final JsonField reviewText = new JsonField("reviewText", Use.READ);
  private final JsonField text = new JsonField("text", Use.READ);
  private final JsonField[] read = {
    asin, parentAsin, reviewerId, userId, reviewerName, helpful, vote, helpfulVote,
    overall, rating, unixReviewTime, timestamp, summary, title, reviewText, text
  };

  private final JsonField[] leftOut = {
    new JsonField("verified", Use.LEFT_OUT),
    new JsonField("verified_purchase", Use.LEFT_OUT),
    new JsonField("reviewTime", Use.LEFT_OUT),
    new JsonField("style", Use.LEFT_OUT),
    new JsonField("image", Use.LEFT_OUT),
    new JsonField("images", Use.LEFT_OUT)
  };

  /** The fields by the length of their names. */
  private final JsonField[][] byLength;

  JsonReview() {
    List<JsonField> all = Stream.concat(Arrays.stream(read), Arrays.stream(leftOut)).toList();
    int longest = all.stream().mapToInt(JsonField::nameBytes).max().orElseThrow();
    byLength = new JsonField[longest + 1][];
    for (int length = 0; length <= longest; length++) {
      int wanted = length;
      byLength[length] =
          all.stream().filter(f -> f.nameBytes() == wanted).toArray(JsonField[]::new);
    }
  }

  /** The field of this name, or null if none is known by it. */
  @Nullable JsonField field(byte[] bytes, int from, int to) {
    if (to - from >= byLength.length) {
      return null;
    }
    for (JsonField field : byLength[to - from]) {
      if (field.isNamed(bytes, from, to)) {
        return field;
      }
    }
    return null;
  }

  /** A field that reviews may begin with. */
  JsonField first() {
    return asin;
  }

  /** Forgets the last review. */
  void clear() {
    for (JsonField field : read) {
      field.clear();
    }
  }

  /** The names of the key's missing part for an error message, or null if both are there. */
  @Nullable String missingKeyPart() {
    if (!asin.isFilled() && !parentAsin.isFilled()) {
      return missing(asin, parentAsin);
    }
    return reviewerId.isFilled() || userId.isFilled() ? null : missing(reviewerId, userId);
  }

  private static String missing(JsonField first, JsonField second) {
    String names = "'%s' or '%s'".formatted(first.label(), second.label());
    JsonField empty = second.isPresent() ? second : first;
    return empty.isPresent() ? names + " but an empty '" + empty.label() + "'" : names;
  }

  /** Appends the key, of which no part may be missing. */
  void putKey(byte[] bytes, JsonText reader, RecordBytes key) {
    (asin.isFilled() ? asin : parentAsin).put(bytes, reader, key);
    key.append((byte) ' ');
    (reviewerId.isFilled() ? reviewerId : userId).put(bytes, reader, key);
  }

  /** Appends the value's six parts and notes which are missing. */
  void putValue(byte[] bytes, JsonText reader, RecordBytes value, ReadCounts notes) {
    boolean of2023 = userId.isPresent();
    if (!of2023) {
      // The edition of 2023 has no names.
      noteMissing(reviewerName, notes);
    }
    reviewerName.put(bytes, reader, value);
    value.append(AmazonFormat.SEPARATOR);
    either(either(helpful, vote), helpfulVote).put(bytes, reader, value);
    putNext(
        of2023 ? either(rating, overall) : either(overall, rating), bytes, reader, value, notes);
    putNext(
        of2023 ? either(timestamp, unixReviewTime) : either(unixReviewTime, timestamp),
        bytes,
        reader,
        value,
        notes);
    putNext(of2023 ? either(title, summary) : either(summary, title), bytes, reader, value, notes);
    putNext(
        of2023 ? either(text, reviewText) : either(reviewText, text), bytes, reader, value, notes);
  }

  private static void putNext(
      JsonField field, byte[] bytes, JsonText reader, RecordBytes value, ReadCounts notes) {
    noteMissing(field, notes);
    value.append(AmazonFormat.SEPARATOR);
    field.put(bytes, reader, value);
  }

  private static void noteMissing(JsonField field, ReadCounts notes) {
    if (!field.isPresent()) {
      notes.note(field.label() + " missing");
    }
  }

  /** The second field if only it is there, else the first. */
  private static JsonField either(JsonField first, JsonField second) {
    return second.isPresent() && !first.isPresent() ? second : first;
  }
}
