package dev.storagebench.datasets.packed;

/** What becomes of records whose key has been seen before; keys of a packed file are unique. */
public enum Duplicates {
  /** Only the last of the records with a key is kept, in its place: as if each were put in turn. */
  LAST_WINS,

  /**
   * All are kept: the second record of a key gets {@code " #2"} appended to its key, the third
   * {@code " #3"}. A number is passed over where that key exists already; a key that would outgrow
   * 511 bytes is cut at a UTF-8 character first.
   */
  ORDINAL
}
