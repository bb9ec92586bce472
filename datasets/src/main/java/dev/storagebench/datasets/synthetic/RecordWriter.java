package dev.storagebench.datasets.synthetic;

/** Writes the record of an index; one kind of records, one thread. */
interface RecordWriter {

  /** Appends key and value of the record at an index to empty buffers. */
  void write(long index, TextBuffer key, TextBuffer value);
}
