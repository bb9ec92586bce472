package dev.storagebench.core.workload;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.HeapBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;

/** A wrong answer of an engine; the cell has no result. */
public final class WrongAnswerException extends EngineException {
  private static final long serialVersionUID = 1L;

  /** Keys among the parts are printed as text and in hexadecimal. */
  WrongAnswerException(String format, Object... parts) {
    super(
        format.formatted(
            Stream.of(parts)
                .map(each -> each instanceof ByteBuffer key ? print(key) : each)
                .toArray()));
  }

  /** A record that was loaded is missing. */
  static WrongAnswerException missing(ByteBuffer key) {
    return new WrongAnswerException("key %s was loaded but is missing", key);
  }

  /** A value does not belong to its key. */
  static WrongAnswerException wrong(ByteBuffer key, int length) {
    return new WrongAnswerException(
        "key %s has a value of %,d bytes that was never written to it", key, length);
  }

  static WrongAnswerException unexpected(ByteBuffer key) {
    return new WrongAnswerException(
        "key %s is stored, but no operation has stored it since the last deletion", key);
  }

  static WrongAnswerException count(ByteBuffer start, int returned, int visited, int length) {
    return new WrongAnswerException(
        "a scan of %,d records from %s returned %,d, visited %,d",
        length, start, returned, visited);
  }

  private static String print(ByteBuffer key) {
    byte[] bytes = HeapBytes.of(key);
    return "'%s' (hex %s)"
        .formatted(
            new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?"),
            HexFormat.of().formatHex(bytes));
  }
}
