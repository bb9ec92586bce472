package dev.storagebench.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Names that {@code docs/stability.md} calls stable, compared with those that a file records. */
public final class Recorded {
  private Recorded() {}

  /** Fails for each recorded line that is gone, and for each line that is not recorded. */
  public static void check(Path file, Stream<String> lines) throws IOException {
    List<String> now = new ArrayList<>(new TreeSet<>(lines.toList()));
    List<String> recorded = Files.readAllLines(file);
    assertThat(now)
        .as("A recorded name is gone or changed: version 1 keeps it (docs/stability.md)")
        .containsAll(recorded);
    now.removeAll(recorded);
    assertThat(now)
        .as("New, and kept from now on (implementers need a default): add these lines to " + file)
        .isEmpty();
  }
}
