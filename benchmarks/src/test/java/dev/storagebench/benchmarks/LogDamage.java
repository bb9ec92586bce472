package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.Jar.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Faults between two parts of a run: a log that is shorter is gone on with, any other damage is
 * refused with its place, and repaired then.
 */
record LogDamage(TortureWorld world, String run, Random random) {

  /** Damages the run, if it can; says how. */
  Optional<String> make(Fault fault) throws Exception {
    List<String> lines = world.lines(run);
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    Path log = world.log(run);
    byte[] bytes = Files.readAllBytes(log);
    // In the whole lines: what follows them was being written, and is measured again.
    int at = random.nextInt(wholeLines(bytes) - 1);
    switch (fault) {
      case CUT_LOG -> {
        Files.write(log, Arrays.copyOf(bytes, at));
        return Optional.of("at byte " + at);
      }
      case REPEAT_LINE -> {
        int line = random.nextInt(lines.size());
        int where = line + 1 + random.nextInt(lines.size() - line);
        List<String> more = new ArrayList<>(lines);
        more.add(where, lines.get(line));
        Files.write(log, more);
        assertRefused("cells.jsonl, line " + (where + 1), "repeats line " + (line + 1));
        Files.write(log, bytes);
        return Optional.of("%d as %d".formatted(line + 1, where + 1));
      }
      case FLIP_BIT -> {
        byte[] other = bytes.clone();
        other[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(log, other);
        assertRefused("cells.jsonl, line ");
        Files.write(log, bytes);
        return Optional.of("in byte " + at);
      }
      case CUT_RESULT -> {
        return cutResult(lines.size());
      }
      case LOSE_MANIFEST -> {
        Files.deleteIfExists(world.folder().resolve(run).resolve("run.json"));
        return Optional.of("");
      }
      default -> throw new IllegalArgumentException(fault + " strikes a run at work");
    }
  }

  private Optional<String> cutResult(int lines) throws Exception {
    List<Path> results = results();
    // A run that died before its line may have left the result of a cell it had not finished.
    if (results.isEmpty() || results.size() != lines) {
      return Optional.empty();
    }
    Path result = results.get(random.nextInt(results.size()));
    byte[] whole = Files.readAllBytes(result);
    Files.delete(result);
    if (random.nextBoolean()) {
      Files.write(result, Arrays.copyOf(whole, random.nextInt(whole.length)));
    }
    assertRefused("cells.jsonl, line ", result.getFileName().toString());
    Files.write(result, whole);
    return Optional.of(result.getFileName().toString());
  }

  private List<Path> results() throws IOException {
    Path forks = world.folder().resolve(run).resolve("forks");
    if (!Files.isDirectory(forks)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(forks)) {
      return files.sorted().toList();
    }
  }

  private void assertRefused(String... names) throws Exception {
    byte[] before = Files.readAllBytes(world.log(run));
    Finished refused = world.run(run, "--resume");
    assertThat(refused.exitCode()).as(refused.out()).isBetween(1, 2);
    assertThat(refused.out()).contains(names).doesNotContain("\tat ");
    byte[] after = Files.readAllBytes(world.log(run));
    assertThat(Arrays.equals(after, 0, wholeLines(after), before, 0, wholeLines(before)))
        .as("a log that is refused is kept")
        .isTrue();
  }

  /** The length of the whole lines. */
  private static int wholeLines(byte[] log) {
    int end = log.length;
    while (end > 0 && log[end - 1] != '\n') {
      end--;
    }
    return end;
  }
}
