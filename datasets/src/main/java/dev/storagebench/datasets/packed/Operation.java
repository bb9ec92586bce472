package dev.storagebench.datasets.packed;

/** The kinds of operations of a packed trace. */
public enum Operation {
  /** Reads a value, if there is one. */
  GET(0),
  /** Stores a value. */
  PUT(1),
  /** Reads a value, if there is one, and stores another. */
  UPDATE(2),
  /** Deletes a value, if there is one. */
  DELETE(3);

  private final int code;

  Operation(int code) {
    this.code = code;
  }

  /** In files, from 0 to 3. */
  int code() {
    return code;
  }
}
