package dev.storagebench.sql.workload;

/**
 * The text of a script, for messages with places in it.
 *
 * @param name of the script or its file
 * @param text all of it
 */
record Source(String name, String text) {

  /** A place as {@code FILE:LINE:COLUMN}, both from 1. */
  String at(int offset) {
    int line = 1 + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    return name + ":" + line + ":" + (offset - text.lastIndexOf('\n', offset - 1));
  }

  IllegalArgumentException error(int offset, String message) {
    return new IllegalArgumentException(at(offset) + ": " + message);
  }
}
