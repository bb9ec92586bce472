package dev.storagebench.core.cell;

import dev.storagebench.core.memory.ForkMemory;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Task of a JVM of ours: to load the store of a cell, to try its candidate, to measure it. The host
 * writes the plan into the folder that it gives the JVM, where the JVM reads it and leaves its
 * {@link CellReport}.
 *
 * @param data the totals of the cell's records
 * @param round the repetition, from 0
 * @param store which of the independently loaded stores it opens, from 0
 * @param memory its limit; null for none
 * @param chain the folder of the store that the stages of a chain share, empty before the first one
 *     has opened it; null for a store of the cell's own
 * @param token how its threads get leave to work
 * @param copied whether it reads a copy of the prepared store, because a rival reads that one
 * @param profilers of JMH that run in it, as the command line names them
 */
public record ForkPlan(
    Cell cell,
    PackedSummary data,
    int round,
    int store,
    ForkMemory.@Nullable Limit memory,
    @Nullable Path chain,
    Token token,
    boolean copied,
    List<String> profilers) {
  /** Who decides when the threads of a fork work. */
  public enum Token {
    /** They work as long as is planned; also where no operations are repeated. */
    NONE,
    /** The host, whose only fork it is. */
    ALONE,
    /** The host, by turns with rivals. */
    RIVALS
  }

  /** The system property with the folder. */
  public static final String PROPERTY = "storagebench.fork";

  private static final String PLAN = "fork.json";
  private static final String REPORT = "report.json";

  /** Plan of this JVM, read once. */
  private static final class Own {
    static final Optional<ForkPlan> VALUE =
        folder().map(each -> each.resolve(PLAN)).filter(Files::exists).map(ForkPlan::read);
  }

  /** Plan of this JVM; empty outside of a planned fork. */
  public static Optional<ForkPlan> current() {
    return Own.VALUE;
  }

  /** The memory limit of this JVM or of its server; empty for none. */
  public static Optional<ForkMemory.Limit> limit() {
    return current().map(ForkPlan::memory);
  }

  /** Report file of this fork; empty outside of a planned fork. */
  public static Optional<Path> report() {
    return folder().map(ForkPlan::report);
  }

  /** The report in the folder of a JVM. */
  public static Path report(Path folder) {
    return folder.resolve(REPORT);
  }

  private static Optional<Path> folder() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
  }

  /** The JVM flag that names its folder. */
  public static String flag(Path folder) {
    return "-D" + PROPERTY + "=" + folder;
  }

  /** Writes the plan into the folder of a JVM. */
  public void write(Path folder) throws IOException {
    Files.write(folder.resolve(PLAN), JsonMapper.shared().writeValueAsBytes(this));
  }

  static ForkPlan read(Path file) {
    try {
      return JsonMapper.shared().readValue(Files.readAllBytes(file), ForkPlan.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the plan of this JVM", e);
    }
  }

  /** A plan without limit, chain and rivals. */
  public static ForkPlan of(Cell cell, PackedSummary data, int round, int store) {
    return new ForkPlan(cell, data, round, store, null, null, Token.NONE, false, List.of());
  }

  /** Copy with a limit. */
  public ForkPlan with(ForkMemory.Limit limit) {
    return new ForkPlan(cell, data, round, store, limit, chain, token, copied, profilers);
  }

  /** Copy for a stage on the store of a chain. */
  public ForkPlan on(@Nullable Path shared) {
    return new ForkPlan(cell, data, round, store, memory, shared, token, copied, profilers);
  }

  /** Copy with profilers. */
  public ForkPlan with(List<String> all) {
    return new ForkPlan(cell, data, round, store, memory, chain, token, copied, all);
  }

  /** Copy for a fork that works when the host says so. */
  public ForkPlan with(Token given, boolean copy) {
    return new ForkPlan(cell, data, round, store, memory, chain, given, copy, profilers);
  }
}
