package dev.storagebench.datasets;

import java.io.Serializable;

/**
 * Position in an input.
 *
 * @param source the file's path as it was given, or the generator's name
 * @param line the line in the decompressed input, from 1; 0 where the input has no lines
 * @param byteOffset the byte in the decompressed input, from 0
 */
public record Place(String source, long line, long byteOffset) implements Serializable {

  @Override
  public String toString() {
    return line > 0
        ? "%s, line %,d, byte %,d".formatted(source, line, byteOffset)
        : "%s, byte %,d".formatted(source, byteOffset);
  }
}
