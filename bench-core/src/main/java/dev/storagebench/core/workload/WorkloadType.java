package dev.storagebench.core.workload;

import dev.storagebench.core.engine.ServerStore;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.Map;
import java.util.Optional;

/**
 * Description of a benchmark for the host, before it starts a fork. The class with the JMH
 * benchmark implements it and is named in {@code META-INF/services}; its parameters and their
 * defaults are those of its {@code @Param} fields, see {@link Workloads}.
 *
 * <p>All methods are given all parameters, by name.
 */
public interface WorkloadType {

  /** The simple name of the benchmark's class. */
  default String name() {
    return getClass().getSimpleName();
  }

  /**
   * The name in all results: that of the benchmark with the parameters that define the workload,
   * for example {@code ReadWriteMix 99}.
   */
  default String label(Map<String, String> parameters) {
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
  default boolean takesTurns(Map<String, String> parameters) {
    return false;
  }

  /** The operations of a single shot, on which its time limit depends. */
  default long operations(Map<String, String> parameters, PackedSummary data) {
    return data.records();
  }

  /** Its name in verdicts, for example {@code Reads} or {@code 95 % reads}. */
  default String shortName(Map<String, String> parameters) {
    return readPercent(parameters)
        .map(reads -> reads == 100 ? "Reads" : reads == 0 ? "Writes" : reads + " % reads")
        .orElseGet(() -> label(parameters));
  }

  /**
   * The share of its operations that read one record, in percent; the others overwrite one. Empty
   * if it does anything else.
   */
  default Optional<Integer> readPercent(Map<String, String> parameters) {
    return Optional.empty();
  }

  /** The records that an operation writes on average and that stay; 0 if that is not known. */
  default double recordsWritten(Map<String, String> parameters) {
    return 1 - readPercent(parameters).orElse(100) / 100.0;
  }

  /** The records that a thread collects in a batch before it writes them. */
  default int recordsAtOnce(Map<String, String> parameters) {
    return 1;
  }

  /**
   * Whether it changes stored records, so that their durability matters. Reports ask this of runs
   * from elsewhere: no file that a parameter names is read.
   */
  default boolean writes(Map<String, String> parameters) {
    return initialState(parameters).isWritten();
  }

  /** Whether it performs the operations of a recorded trace. */
  default boolean replaysTrace() {
    return false;
  }

  /** The store it starts with; by default a copy of the prepared one. */
  default InitialState initialState(Map<String, String> parameters) {
    return InitialState.COPY;
  }

  /**
   * Checks the parameters of this benchmark.
   *
   * @throws IllegalArgumentException with the parameter, its value and the valid ones
   */
  default void validate(Map<String, String> parameters) {}

  /**
   * Checks that an engine supports the benchmark; loads no library.
   *
   * @throws dev.storagebench.core.engine.UnsupportedSettingException if it does not
   */
  default void require(StorageEngine engine, Map<String, String> parameters) {}

  /**
   * Prepares an open store that several clients will share, as one client prepares it for itself.
   */
  default void setUp(
      ServerStore store, Map<String, String> parameters, WorkingSet set, Seeds seeds) {}
}
