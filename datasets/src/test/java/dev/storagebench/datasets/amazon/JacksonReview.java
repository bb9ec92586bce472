package dev.storagebench.datasets.amazon;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Reads a review by Jackson's tree, written for clarity only, as {@link ReadReviews} shows it. */
final class JacksonReview {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

  private JacksonReview() {}

  static String read(byte[] object) {
    JsonNode tree = MAPPER.readTree(object);
    boolean newest = present(tree, "user_id") != null;
    String asin = filled(tree, "asin", "parent_asin");
    String user = filled(tree, "reviewerID", "user_id");
    List<String> parts = new ArrayList<>();
    parts.add(first(tree, "reviewerName"));
    parts.add(first(tree, "helpful", "vote", "helpful_vote"));
    parts.add(pair(tree, newest, "overall", "rating"));
    parts.add(pair(tree, newest, "unixReviewTime", "timestamp"));
    parts.add(pair(tree, newest, "summary", "title"));
    parts.add(pair(tree, newest, "reviewText", "text"));
    return new String(
            (asin + " " + user + " -> " + String.join("|", parts)).getBytes(UTF_8), ISO_8859_1)
        .replace((char) AmazonFormat.SEPARATOR, '|');
  }

  private static String pair(JsonNode tree, boolean newest, String older, String newer) {
    return newest ? first(tree, newer, older) : first(tree, older, newer);
  }

  private static String first(JsonNode tree, String... names) {
    for (String name : names) {
      JsonNode node = present(tree, name);
      if (node != null) {
        return text(node);
      }
    }
    return "";
  }

  private static String filled(JsonNode tree, String preferred, String other) {
    String first = first(tree, preferred);
    return first.isEmpty() ? first(tree, other) : first;
  }

  private static @Nullable JsonNode present(JsonNode tree, String name) {
    JsonNode node = tree.get(name);
    return node == null || node.isNull() ? null : node;
  }

  private static String text(JsonNode node) {
    if (node.isArray()) {
      List<String> elements = new ArrayList<>();
      node.forEach(element -> elements.add(element.asString()));
      return String.join("/", elements);
    }
    Matcher lone = LONE_SURROGATE.matcher(node.asString());
    return lone.replaceAll("\ufffd");
  }
}
