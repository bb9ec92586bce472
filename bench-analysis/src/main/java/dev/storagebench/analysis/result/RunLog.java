package dev.storagebench.analysis.result;

import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.datasets.Excerpt;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code cells.jsonl}: a line for each round of a cell, forced to the disk before the next one
 * starts. It is what a run is resumed from: beside its {@link CellResult} a line has its own
 * checksum, that of JMH's result in {@code forks}, and the {@link Origin} it was measured with.
 */
public final class RunLog {
  private static final JsonMapper JSON = RunJson.MAPPER;
  private static final Pattern SEALED = Pattern.compile("(?d)\\{\"crc\":\"(\\w{8})\",(.*)");
  private static final String FORK = "fork";
  private static final String ORIGIN = "origin";
  private static final String STARTED = "started";

  private final RunFolder folder;
  private final Origin origin;
  private Instant started = Instant.now();

  /** A line: what it says, and the fields that are no part of the result. */
  private record Line(int number, CellResult result, JsonNode fields) {}

  /**
   * The log of a run that begins now, or is {@link #resume resumed}.
   *
   * @param origin code, data and machine as they are now
   */
  public RunLog(RunFolder folder, Origin origin) {
    this.folder = folder;
    this.origin = origin;
  }

  /** When the run began. */
  public Instant started() {
    return started;
  }

  /**
   * Appends a line for each result and forces them to the disk at once: those of rivals that took
   * turns belong together. JMH's own results go before them.
   */
  public void append(List<CellResult> results) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (CellResult each : results) {
      lines.append(line(each));
    }
    Files.writeString(
        folder.log(),
        lines,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC,
        LinkOption.NOFOLLOW_LINKS);
  }

  private String line(CellResult result) throws IOException {
    ObjectNode line = JSON.valueToTree(result);
    line.put(STARTED, started.toString());
    line.set(ORIGIN, JSON.valueToTree(origin));
    if (result.jmh() != null) {
      byte[] bytes = JmhResults.bytes(result.jmh());
      Path fork = fork(result);
      Files.createDirectories(fork.getParent());
      Files.write(
          fork,
          bytes,
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.SYNC,
          LinkOption.NOFOLLOW_LINKS);
      line.put(FORK, checksum(bytes));
    }
    return sealed(JSON.writeValueAsString(line).substring(1));
  }

  private static String sealed(String rest) {
    return "{\"crc\":\"%s\",%s\n".formatted(checksum(rest.getBytes(StandardCharsets.UTF_8)), rest);
  }

  /** Whether a line has a checksum. */
  static boolean isSealed(String line) {
    return SEALED.matcher(line).matches();
  }

  /** A log whose text was changed, with the checksums that it then has. */
  static String sealedAgain(String log) {
    return SEALED
        .matcher(log)
        .replaceAll(line -> Matcher.quoteReplacement(sealed(line.group(2)).strip()));
  }

  /**
   * The results in the log, to be continued. An incomplete last line, which was being written when
   * the process died, is cut off.
   */
  public List<CellResult> resume(RunPlan plan) throws IOException {
    Path file = folder.log();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(complete(file).getBytes(StandardCharsets.ISO_8859_1).length);
      channel.force(true);
    }
    return results(plan);
  }

  /**
   * The results in the log, as results of the plan's cells and with JMH's own.
   *
   * @throws IOException if a line is damaged, repeats another one, or lacks JMH's result
   * @throws IllegalArgumentException if a line was measured with other code, data or machine
   */
  List<CellResult> results(RunPlan plan) throws IOException {
    List<CellResult> results = new ArrayList<>();
    for (Line line : lines(folder.log(), plan)) {
      requireOrigin(line);
      results.add(line.result.of(line.result.cell(), jmh(line)));
      started = Instant.parse(line.fields.path(STARTED).asString());
    }
    return results;
  }

  private void requireOrigin(Line line) throws IOException {
    if (!line.fields.has("crc") || !line.fields.path(ORIGIN).isObject()) {
      throw bad(line.number, "has no checksum or origin: an earlier version wrote it");
    }
    List<String> others =
        JSON.treeToValue(line.fields.get(ORIGIN), Origin.class).differences(origin);
    if (!others.isEmpty()) {
      throw new IllegalArgumentException(
          "%s, line %d, was measured elsewhere, results would not be comparable: %s; use another folder with --out"
              .formatted(folder.log(), line.number, String.join("; ", others)));
    }
  }

  /** JMH's own result, which {@code results.json} of a resumed run needs; null if it had none. */
  private @Nullable RunResult jmh(Line line) throws IOException {
    if (!line.fields.has(FORK)) {
      return null;
    }
    Path file = fork(line.result);
    String name = folder.path().relativize(file).toString();
    if (!Files.isRegularFile(file)) {
      throw bad(line.number, "needs %s, which is missing".formatted(name));
    }
    byte[] bytes = RunJson.bytes(file);
    if (!checksum(bytes).equals(line.fields.path(FORK).asString())) {
      throw bad(line.number, "needs %s, which is cut or was changed".formatted(name));
    }
    try {
      return JmhResults.read(bytes);
    } catch (IOException e) {
      throw bad(line.number, "needs %s, which cannot be read: %s".formatted(name, e.getCause()));
    }
  }

  /** In the form in which JMH sends it between JVMs, named by what was measured. */
  private Path fork(CellResult result) {
    byte[] cell = JSON.writeValueAsBytes(result.cell().withRounds(0));
    return folder
        .path()
        .resolve("forks")
        .resolve("%s-%d.jmh".formatted(UUID.nameUUIDFromBytes(cell), result.round()));
  }

  /** The results of a plan's cells in a log, one that is still being written as well. */
  static List<CellResult> read(RunFolder folder, RunPlan plan) throws IOException {
    return lines(folder.log(), plan).stream().map(Line::result).toList();
  }

  /** The lines of a log, each of another round or cell of the plan. */
  private static List<Line> lines(Path file, RunPlan plan) throws IOException {
    Map<Cell, Cell> planned = new HashMap<>();
    plan.cells().forEach(cell -> planned.put(cell.withRounds(0), cell));
    Map<List<Object>, Integer> seen = new HashMap<>();
    List<Line> lines = new ArrayList<>();
    for (String text : complete(file).lines().toList()) {
      int number = lines.size() + 1;
      Line line = parsed(file, number, text);
      CellResult result = line.result;
      Cell cell = result.cell().withRounds(0);
      Cell same = planned.get(cell);
      if (same == null) {
        throw bad(file, number, "is of a cell that the run does not have: " + result.cell());
      }
      Integer first = seen.putIfAbsent(List.of(cell, result.round()), number);
      if (first != null) {
        throw bad(
            file,
            number,
            "repeats line %d (%s, %s, round %d)"
                .formatted(first, same.label(), same.workload(), result.round() + 1));
      }
      lines.add(new Line(number, result.of(same, null), line.fields));
    }
    return lines;
  }

  /** Its lines with an end; each byte a character. */
  private static String complete(Path file) throws IOException {
    String text = new String(RunJson.bytes(file), StandardCharsets.ISO_8859_1);
    return text.substring(0, text.lastIndexOf('\n') + 1);
  }

  private static Line parsed(Path file, int number, String latin) throws IOException {
    byte[] bytes = latin.getBytes(StandardCharsets.ISO_8859_1);
    Matcher sealed = SEALED.matcher(latin);
    if (sealed.matches()
        && !checksum(sealed.group(2).getBytes(StandardCharsets.ISO_8859_1))
            .equals(sealed.group(1))) {
      throw bad(file, number, "is damaged: its checksum differs");
    }
    try {
      JsonNode fields = JSON.readTree(bytes);
      return new Line(number, RunJson.read(fields, CellResult.class), fields);
    } catch (JacksonException e) {
      throw bad(file, number, "cannot be read: " + RunJson.problem(e));
    }
  }

  private IOException bad(int line, String problem) {
    return bad(folder.log(), line, problem);
  }

  private static IOException bad(Path file, int line, String problem) {
    return new IOException(
        "%s, line %d, %s; delete the line to measure its cell again"
            .formatted(RunJson.name(file), line, Excerpt.printable(problem)));
  }

  private static String checksum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return "%08x".formatted(sum.getValue());
  }
}
