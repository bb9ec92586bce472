package dev.storagebench.datasets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text that people write, such as a suite: a file, or a pipe, that has an end. */
public final class SmallFile {
  private static final int MAX_BYTES = 16 << 20;

  private SmallFile() {}

  /**
   * Its UTF-8 text.
   *
   * @throws IllegalArgumentException if it is a folder, has more than 16 MiB, or is not UTF-8
   */
  public static String read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(file + " is a folder");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IllegalArgumentException(
            "%s has more than %d MiB of text".formatted(file, MAX_BYTES >> 20));
      }
      ByteBuffer text = ByteBuffer.wrap(bytes);
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
      } catch (CharacterCodingException e) {
        throw new IllegalArgumentException(
            "%s, byte %d: not UTF-8 text; if it is Latin-1: iconv -f ISO-8859-1 -t UTF-8"
                .formatted(file, text.position()),
            e);
      }
    }
  }
}
