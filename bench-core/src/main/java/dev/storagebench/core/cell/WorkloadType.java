package dev.storagebench.core.cell;

import dev.storagebench.core.engine.ServerStore;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.List;
import java.util.Optional;

/**
 * Description of a benchmark for the host, before it starts a fork. The class with the JMH
 * benchmark implements it and is named in {@code META-INF/services}.
 *
 * <p>All methods are given all parameters of a cell.
 */
public interface WorkloadType {

  /** The simple name of the benchmark's class. */
  default String name() {
    return getClass().getSimpleName();
  }

  /** Its parameters beside those that all have. */
  default List<Parameter<?>> own() {
    return List.of();
  }

  /** The defaults of a parameter, of which a cell has the first. */
  default List<String> defaults(Parameter<?> parameter) {
    return parameter.defaults();
  }

  /**
   * The name in all results: that of the benchmark with the parameters that define the workload,
   * for example {@code ReadWriteMix 99}.
   */
  default String label(Parameters of) {
    return name();
  }

  /** The unit of throughput. */
  default String unit() {
    return isLoad() ? "rec/s" : "op/s";
  }

  /** Whether it fills or rewrites a store once, so that its speed is in records a second. */
  default boolean isLoad() {
    return false;
  }

  /** Whether its work can be done only once, so that JMH measures a single shot. */
  default boolean isSingleShot() {
    return false;
  }

  /**
   * Whether its operations warm up in a loop; those that can be repeated are measured in the same
   * loop.
   */
  default boolean warmsUpInLoop() {
    return !isSingleShot();
  }

  /**
   * Whether it may be interrupted at any time and go on later, with nothing lost or gained: rivals
   * take turns then.
   */
  default boolean takesTurns(Parameters of) {
    return false;
  }

  /** The operations of a single shot, on which its time limit depends. */
  default long operations(Parameters of, PackedSummary data) {
    return data.records();
  }

  /** Its name in verdicts, for example {@code Reads} or {@code 95 % reads}. */
  default String shortName(Parameters of) {
    return readPercent(of)
        .map(reads -> reads == 100 ? "Reads" : reads == 0 ? "Writes" : reads + " % reads")
        .orElseGet(() -> label(of));
  }

  /**
   * The share of its operations that read one record, in percent; the others overwrite one. Empty
   * if it does anything else.
   */
  default Optional<Integer> readPercent(Parameters of) {
    return Optional.empty();
  }

  /** The records that an operation writes on average and that stay; 0 if that is not known. */
  default double recordsWritten(Parameters of) {
    return 1 - readPercent(of).orElse(100) / 100.0;
  }

  /** The figure of the writes a second beside its readers. */
  String WRITES_ACHIEVED = "writesAchieved";

  /**
   * The fewest {@link #WRITES_ACHIEVED} beside which its readers are ranked; 0 without a writer.
   */
  default double minWriteRate(Parameters of) {
    return 0;
  }

  /** The records that a thread collects before it writes them, or reads by one call. */
  default int recordsAtOnce(Parameters of) {
    return 1;
  }

  /**
   * Whether it changes stored records, so that their durability matters. Reports ask this of runs
   * from elsewhere: no file that a parameter names is read.
   */
  default boolean writes(Parameters of) {
    return initialState(of).isWritten();
  }

  /** Whether it performs the operations of a recorded trace. */
  default boolean replaysTrace() {
    return false;
  }

  /** The store it starts with; by default a copy of the prepared one. */
  default InitialState initialState(Parameters of) {
    return InitialState.COPY;
  }

  /**
   * Checks the parameters of this benchmark.
   *
   * @throws IllegalArgumentException with the parameter, its value and the valid ones
   */
  default void validate(Parameters of) {}

  /**
   * Checks that an engine supports the benchmark; loads no library.
   *
   * @throws dev.storagebench.core.engine.UnsupportedSettingException if it does not
   */
  default void require(StorageEngine engine, Parameters of) {}

  /**
   * Prepares an open store that several clients will share, as one client prepares it for itself.
   */
  default void setUp(ServerStore store, Parameters of, WorkingSet set, Seeds seeds) {}
}
