package dev.storagebench.sql.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * A workload: what a client carries out again and again.
 *
 * @param name for people
 * @param setUp statements that are carried out once, before anything else
 * @param commands in their order
 * @param slots how many variables there are, the predefined ones among them
 * @param calls how many calls of functions
 * @param loops how many loops
 * @param statements how many statements beside {@code BEGIN} and {@code COMMIT}
 */
public record Script(
    String name,
    List<Command.SqlText> setUp,
    List<Command> commands,
    int slots,
    int calls,
    int loops,
    int statements) {

  public Script {
    setUp = List.copyOf(setUp);
    commands = List.copyOf(commands);
  }

  /** Whether it changes nothing, so that it may run on what others read as well. */
  public boolean readsOnly() {
    return setUp.isEmpty()
        && commands.stream()
            .allMatch(
                command -> !(command instanceof Command.Statement statement) || statement.reads());
  }

  /** Whether it has transactions of more than one statement. */
  boolean transactional() {
    return commands.stream().anyMatch(Command.Boundary.class::isInstance);
  }

  /** The statements that are carried out once; one that names {@code :table} for each table. */
  public List<String> setUp(WorkloadContext scene) {
    Variables variables = new Variables(this, scene, 0);
    List<String> statements = new ArrayList<>();
    for (Command.SqlText text : setUp) {
      int times = text.parts().contains("table") ? scene.tables().size() : 1;
      for (int table = 1; table <= times; table++) {
        variables.table(table);
        String named = scene.tables().isEmpty() ? "" : scene.tables().get(table - 1);
        statements.add(
            text.fill(
                name ->
                    name.equals("table")
                        ? named
                        : Long.toString(variables.numbers[Variables.PREDEFINED.indexOf(name)])));
      }
    }
    return statements;
  }
}
