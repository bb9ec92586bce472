package dev.storagebench.datasets.input.bzip2;

import java.io.IOException;

/** Compressed bytes that are no bzip2 data, or end too early. */
public final class Bzip2DamageException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean cutOff;
  private final long compressedByte;

  Bzip2DamageException(String problem, boolean cutOff, long compressedByte) {
    super(problem);
    this.cutOff = cutOff;
    this.compressedByte = compressedByte;
  }

  /** Whether the data ended where more was expected; otherwise it is wrong. */
  public boolean cutOff() {
    return cutOff;
  }

  /** The offset in the compressed input where the damaged block, or what follows it, begins. */
  public long compressedByte() {
    return compressedByte;
  }
}
