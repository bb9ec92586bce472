package dev.storagebench.datasets.amazon;

import dev.storagebench.datasets.ReadCounts;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The fields that are read from one JSON review, by the names of all three editions. */
final class JsonReview {
  private final JsonField asin = new JsonField("asin");
  private final JsonField parentAsin = new JsonField("parent_asin");
  private final JsonField reviewerId = new JsonField("reviewerID");
  private final JsonField userId = new JsonField("user_id");
  private final JsonField reviewerName = new JsonField("reviewerName");
  private final JsonField helpful = new JsonField("helpful");
  private final JsonField vote = new JsonField("vote");
  private final JsonField helpfulVote = new JsonField("helpful_vote");
  private final JsonField overall = new JsonField("overall");
  private final JsonField rating = new JsonField("rating");
  private final JsonField unixReviewTime = new JsonField("unixReviewTime");
  private final JsonField timestamp = new JsonField("timestamp");
  private final JsonField summary = new JsonField("summary");
  private final JsonField title = new JsonField("title");
  private final JsonField reviewText = new JsonField("reviewText");
  private final JsonField text = new JsonField("text");
  private final JsonField[] all = {
    asin, parentAsin, reviewerId, userId, reviewerName, helpful, vote, helpfulVote,
    overall, rating, unixReviewTime, timestamp, summary, title, reviewText, text
  };

  /** The fields by the length of their names. */
  private final JsonField[][] byLength;

  JsonReview() {
    int longest = Arrays.stream(all).mapToInt(JsonField::nameBytes).max().orElseThrow();
    byLength = new JsonField[longest + 1][];
    for (int length = 0; length <= longest; length++) {
      int wanted = length;
      byLength[length] =
          Arrays.stream(all).filter(f -> f.nameBytes() == wanted).toArray(JsonField[]::new);
    }
  }

  /** The field of this name, or null if it is none that is read. */
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

  /** Whether this field may be an array of numbers: {@code [helpful votes, all votes]}. */
  boolean mayBeNumbers(JsonField field) {
    return field == helpful;
  }

  /** Forgets the last review. */
  void clear() {
    for (JsonField field : all) {
      field.clear();
    }
  }

  /** The names of the key's missing part for an error message, or null if both are there. */
  @Nullable String missingKeyPart() {
    if (!asin.isFilled() && !parentAsin.isFilled()) {
      return "'asin' or 'parent_asin'";
    }
    return reviewerId.isFilled() || userId.isFilled() ? null : "'reviewerID' or 'user_id'";
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
