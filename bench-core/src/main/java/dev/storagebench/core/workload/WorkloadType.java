package dev.storagebench.core.workload;

import dev.storagebench.core.engine.StorageEngine;
import java.util.Map;

/**
 * What the host has to know of a benchmark before it starts a fork for it. The class with the JMH
 * benchmark implements it and is named in {@code META-INF/services}; its parameters and their
 * defaults are those that JMH finds in its {@code @Param} fields, see {@link Workloads}.
 *
 * <p>All methods take the parameters by name, every one of them present.
 */
public interface WorkloadType {

  /** The simple name of the benchmark's class. */
  String name();

  /**
   * The workload's name in all results: the benchmark's with those of its own parameters that make
   * it another workload, for example {@code ReadWriteMix 99}.
   */
  default String label(Map<String, String> parameters) {
    return name();
  }

  /** What is counted, for example {@code op/s}. */
  default String unit() {
    return "op/s";
  }

  /** Whether its work can be done once only, so that JMH takes a single shot. */
  default boolean isSingleShot() {
    return false;
  }

  /** What it finds when it begins. */
  InitialState initialState(Map<String, String> parameters);

  /**
   * Checks the parameters that only this benchmark has.
   *
   * @throws IllegalArgumentException with the parameter, its value and the valid ones
   */
  default void validate(Map<String, String> parameters) {}

  /**
   * Checks what an engine says of itself against what the benchmark needs; loads no library.
   *
   * @throws dev.storagebench.core.engine.UnsupportedSettingException if the engine cannot do it
   */
  default void require(StorageEngine engine, Map<String, String> parameters) {}
}
