package dev.storagebench.sql.workload;

import java.util.List;

/**
 * A transaction in SQL.
 *
 * @param name for people
 * @param declarations the variables, each after those that it needs
 * @param setUp statements that are carried out once, before anything else
 * @param transactional whether the steps stand between {@code BEGIN} and {@code COMMIT}
 * @param steps in their order
 */
public record Script(
    String name,
    List<Declaration> declarations,
    List<String> setUp,
    boolean transactional,
    List<Step> steps) {

  public Script {
    declarations = List.copyOf(declarations);
    setUp = List.copyOf(setUp);
    steps = List.copyOf(steps);
  }

  /** Whether it changes nothing, so that it may be played on what others read as well. */
  public boolean readsOnly() {
    return setUp.isEmpty() && steps.stream().allMatch(Step::reads);
  }
}
