package dev.storagebench.datasets.packed;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordFormat;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Records for the tests: a file of lines {@code key=value}; a line without {@code =} is bad. */
public final class LinesFormat implements RecordFormat {

  @Override
  public String name() {
    return "lines";
  }

  @Override
  public RecordReader open(String argument, ReadOptions options) throws IOException {
    return new LinesReader(Path.of(argument), options);
  }

  @Override
  public String identity(String argument) throws IOException {
    Path file = Path.of(argument);
    return file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file);
  }
}
