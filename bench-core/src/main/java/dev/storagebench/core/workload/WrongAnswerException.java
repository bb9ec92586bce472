package dev.storagebench.core.workload;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.HeapBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A wrong answer of an engine; the cell has no result. */
public final class WrongAnswerException extends EngineException {
  private static final long serialVersionUID = 1L;

  private WrongAnswerException(String message) {
    super(message);
  }

  /** A record that was loaded is missing. */
  static WrongAnswerException missing(ByteBuffer key) {
    return new WrongAnswerException("key " + print(key) + " was loaded but is missing");
  }

  /** A value does not belong to its key. */
  static WrongAnswerException wrong(ByteBuffer key, int length) {
    return new WrongAnswerException(
        "key %s has a value of %,d bytes that was never written to it"
            .formatted(print(key), length));
  }

  static WrongAnswerException lost(ByteBuffer key) {
    return new WrongAnswerException(
        "key " + print(key) + " does not have the value that was acknowledged last");
  }

  static WrongAnswerException lostAll() {
    return new WrongAnswerException("no thread finds any of its last writes");
  }

  static WrongAnswerException deleted(ByteBuffer key) {
    return new WrongAnswerException("key " + print(key) + " was deleted but is still stored");
  }

  static WrongAnswerException unexpected(ByteBuffer key) {
    return new WrongAnswerException(
        "key " + print(key) + " is stored, but no operation has stored it since the last deletion");
  }

  static WrongAnswerException notTheFirst(ByteBuffer start, ByteBuffer first) {
    return new WrongAnswerException(
        "a scan from the stored key %s started at %s".formatted(print(start), print(first)));
  }

  static WrongAnswerException notTheHead(ByteBuffer head, ByteBuffer found) {
    return new WrongAnswerException(
        "a queue has %s where %s should be".formatted(print(found), print(head)));
  }

  static WrongAnswerException outOfOrder(ByteBuffer previous, ByteBuffer key) {
    return new WrongAnswerException(
        "a scan visited %s after %s".formatted(print(key), print(previous)));
  }

  static WrongAnswerException count(ByteBuffer start, int returned, int visited, int length) {
    return new WrongAnswerException(
        "a scan of %,d records from %s returned %,d, visited %,d"
            .formatted(length, print(start), returned, visited));
  }

  static WrongAnswerException afterKill(KilledWrites.Findings found) {
    return new WrongAnswerException(
        "after kill -9, of %,d acknowledged writes, %,d records are lost and %,d torn"
            .formatted(found.acknowledged(), found.lost(), found.torn()));
  }

  private static String print(ByteBuffer key) {
    byte[] bytes = HeapBytes.of(key);
    return "'%s' (hex %s)"
        .formatted(
            new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?"),
            HexFormat.of().formatHex(bytes));
  }
}
