package dev.storagebench.benchmarks.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder with files such as a kernel has them below {@code /proc} and {@code /sys}. */
record Fixture(Path root) {

  Fixture with(String file, String text) {
    try {
      Path path = root.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text + "\n");
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Machine machine() {
    return new Machine(root);
  }
}
