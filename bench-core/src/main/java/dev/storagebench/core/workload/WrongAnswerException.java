package dev.storagebench.core.workload;

import dev.storagebench.core.engine.EngineException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** An engine's answer that cannot be right: it voids the cell. */
public final class WrongAnswerException extends EngineException {
  private static final long serialVersionUID = 1L;

  private WrongAnswerException(String message) {
    super(message);
  }

  static WrongAnswerException missing(ByteBuffer key) {
    return new WrongAnswerException("key " + print(key) + " was loaded but is missing");
  }

  static WrongAnswerException wrong(ByteBuffer key, int length) {
    return new WrongAnswerException(
        "key %s has a value of %,d bytes that was never stored under it"
            .formatted(print(key), length));
  }

  static WrongAnswerException lost(ByteBuffer key) {
    return new WrongAnswerException(
        "key " + print(key) + " has another value than the one that was acknowledged last");
  }

  static WrongAnswerException deleted(ByteBuffer key) {
    return new WrongAnswerException("key " + print(key) + " was deleted but is there");
  }

  static WrongAnswerException notTheFirst(ByteBuffer start, ByteBuffer first) {
    return new WrongAnswerException(
        "a scan from the stored key %s began with %s".formatted(print(start), print(first)));
  }

  static WrongAnswerException outOfOrder(ByteBuffer previous, ByteBuffer key) {
    return new WrongAnswerException(
        "a scan showed %s after %s".formatted(print(key), print(previous)));
  }

  static WrongAnswerException count(ByteBuffer start, int visited, int shown, int due) {
    return new WrongAnswerException(
        "a scan from %s tells of %,d records and showed %,d where %,d are stored"
            .formatted(print(start), visited, shown, due));
  }

  private static String print(ByteBuffer key) {
    byte[] bytes = new byte[key.remaining()];
    key.get(key.position(), bytes);
    return "'%s' (hex %s)"
        .formatted(
            new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?"),
            HexFormat.of().formatHex(bytes));
  }
}
