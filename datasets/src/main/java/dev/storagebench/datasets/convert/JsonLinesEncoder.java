package dev.storagebench.datasets.convert;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reviews as JSON lines with the names of 2014; an empty field is left out, as it is there. Carries
 * any UTF-8.
 */
final class JsonLinesEncoder implements RecordEncoder {
  private static final String FORM = "a line of JSON";
  private static final int FIELDS = 6;

  /** Longer ones are written as strings, which read back the same. */
  private static final int LONGEST_NUMBER = 64;

  private static final String JSON_NUMBER = "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?";
  private static final Pattern NUMBER = Pattern.compile(JSON_NUMBER);
  private static final Pattern HELPFUL =
      Pattern.compile("(" + JSON_NUMBER + ")/(" + JSON_NUMBER + ")");

  private final OutputStream out;
  private final JsonGenerator json;

  JsonLinesEncoder(OutputStream out) {
    this.out = out;
    this.json =
        JsonFactory.builder()
            .rootValueSeparator("")
            .build()
            .createGenerator(ObjectWriteContext.empty(), out);
  }

  @Override
  public void encode(ByteBuffer key, ByteBuffer value) throws IOException {
    Review review = Review.of(key, value, FORM);
    List<Bytes> fields = review.fields();
    if (fields.size() != FIELDS) {
      throw new UnwritableRecordException(
          "the value has %d fields, %s has the %d of a review"
              .formatted(fields.size(), FORM, FIELDS));
    }
    json.writeStartObject();
    putText("reviewerID", review.user());
    putText("asin", review.product());
    putText("reviewerName", fields.get(0));
    putHelpful(fields.get(1));
    putText("reviewText", fields.get(5));
    putNumber("overall", fields.get(2));
    putText("summary", fields.get(4));
    putNumber("unixReviewTime", fields.get(3));
    json.writeEndObject();
    json.flush();
    out.write('\n');
  }

  private void putText(String name, Bytes text) throws UnwritableRecordException {
    if (text.length() > 0) {
      text.requireUtf8("field " + name, FORM);
      json.writeName(name);
      json.writeUTF8String(text.array(), text.from(), text.length());
    }
  }

  private void putNumber(String name, Bytes text) throws UnwritableRecordException {
    if (text.length() <= LONGEST_NUMBER && NUMBER.matcher(text.latin1()).matches()) {
      json.writeName(name);
      json.writeNumber(text.latin1());
    } else {
      putText(name, text);
    }
  }

  private void putHelpful(Bytes text) throws UnwritableRecordException {
    Matcher votes = HELPFUL.matcher(text.length() <= LONGEST_NUMBER ? text.latin1() : "");
    if (votes.matches()) {
      json.writeName("helpful");
      json.writeStartArray();
      json.writeNumber(votes.group(1));
      json.writeNumber(votes.group(2));
      json.writeEndArray();
    } else {
      putText("helpful", text);
    }
  }
}
