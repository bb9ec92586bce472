package dev.storagebench.datasets.convert;

import dev.storagebench.datasets.amazon.AmazonFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A record taken apart as {@link AmazonFormat} puts reviews together. At which space the key is cut
 * does not matter: it is joined by one again.
 *
 * @param product the key up to a space; not empty
 * @param user the key behind it; not empty
 * @param fields the value cut at each separator; at least one
 */
record Review(Bytes product, Bytes user, List<Bytes> fields) {

  static Review of(ByteBuffer key, ByteBuffer value, String form) throws UnwritableRecordException {
    Bytes whole = Bytes.of(key);
    int space = whole.range(Math.min(whole.from() + 1, whole.to()), whole.to()).indexOf((byte) ' ');
    if (space + 1 >= whole.to()) {
      throw new UnwritableRecordException(
          "the key is not a product, a space and a user, which %s needs; is this a review?"
              .formatted(form));
    }
    return new Review(
        whole.range(whole.from(), space), whole.range(space + 1, whole.to()), cut(Bytes.of(value)));
  }

  private static List<Bytes> cut(Bytes value) {
    List<Bytes> fields = new ArrayList<>();
    int from = value.from();
    while (true) {
      int end = value.range(from, value.to()).indexOf(AmazonFormat.SEPARATOR);
      fields.add(value.range(from, end));
      if (end == value.to()) {
        return fields;
      }
      from = end + 1;
    }
  }
}
