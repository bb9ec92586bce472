package dev.storagebench.datasets.convert;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.storagebench.datasets.amazon.AmazonFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reviews as blocks of {@code name: value} lines. Carries any bytes but those that would end a
 * field or the block: a LF at a field's end, two LF in a row, or a line that looks like a field.
 */
final class SnapEncoder implements RecordEncoder {
  private static final String FORM = "a SNAP block";
  private static final String PRODUCT = "product/productId";
  private static final String USER = "review/userId";
  private static final List<String> OF_PRODUCT = List.of("product/title", "product/price");
  private static final List<String> OF_REVIEW =
      List.of(
          "review/profileName",
          "review/helpfulness",
          "review/score",
          "review/time",
          "review/summary",
          "review/text");

  private final OutputStream out;
  private boolean begun;

  SnapEncoder(OutputStream out) {
    this.out = out;
  }

  @Override
  public void encode(ByteBuffer key, ByteBuffer value) throws IOException {
    Review review = Review.of(key, value, FORM);
    List<Bytes> fields = review.fields();
    int ofProduct = fields.size() - OF_REVIEW.size();
    if (ofProduct != 0 && ofProduct != OF_PRODUCT.size()) {
      throw new UnwritableRecordException(
          "the value has %d fields, %s has the 6 of a review, or 8 with title and price"
              .formatted(fields.size(), FORM));
    }
    if (!begun && firstLine(review.product()).endsWith('\r')) {
      throw new UnwritableRecordException(
          "the first line would end with a CR, which means that all lines end with CR LF");
    }
    begun = true;
    put(PRODUCT, review.product());
    for (int i = 0; i < ofProduct; i++) {
      put(OF_PRODUCT.get(i), fields.get(i));
    }
    put(USER, review.user());
    for (int i = 0; i < OF_REVIEW.size(); i++) {
      put(OF_REVIEW.get(i), fields.get(ofProduct + i));
    }
    out.write('\n');
  }

  private static Bytes firstLine(Bytes text) {
    return text.range(text.from(), text.indexOf((byte) '\n'));
  }

  private void put(String name, Bytes value) throws IOException {
    int lineEnd = value.indexOf((byte) '\n');
    while (lineEnd < value.to()) {
      int next = value.range(lineEnd + 1, value.to()).indexOf((byte) '\n');
      checkContinuation(name, value.range(lineEnd + 1, next));
      lineEnd = next;
    }
    out.write(name.getBytes(US_ASCII));
    out.write(':');
    out.write(' ');
    value.writeTo(out);
    out.write('\n');
  }

  private static void checkContinuation(String name, Bytes line) throws UnwritableRecordException {
    if (line.length() == 0) {
      throw new UnwritableRecordException(
          "'%s' has an empty line in it or at its end, which would end %s".formatted(name, FORM));
    }
    if (AmazonFormat.beginsSnapField(line.array(), line.from(), line.to())) {
      throw new UnwritableRecordException(
          "a line inside '%s' looks like a field of %s itself".formatted(name, FORM));
    }
  }
}
