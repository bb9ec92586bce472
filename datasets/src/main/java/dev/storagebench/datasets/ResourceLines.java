package dev.storagebench.datasets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Tables of this module that stand in text files beside the class that reads them. */
public final class ResourceLines {
  private ResourceLines() {}

  /** The lines of a file in ASCII without its comments, which begin with {@code # }. */
  public static List<String> of(Class<?> beside, String name) {
    try (InputStream file = beside.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("# "))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
