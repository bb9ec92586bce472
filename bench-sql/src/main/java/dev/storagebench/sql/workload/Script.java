package dev.storagebench.sql.workload;

import dev.storagebench.core.text.NearestName;
import dev.storagebench.datasets.ResourceLines;
import dev.storagebench.datasets.SmallFile;
import dev.storagebench.sql.jdbc.SentStatements;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workload, which a client executes repeatedly.
 *
 * @param name for messages
 * @param setUp statements that are executed once, before anything else
 * @param commands in their order; blocks are jumps
 * @param variables how many there are, the predefined ones and the counters of loops among them
 * @param statements how many statements other than {@code BEGIN} and {@code COMMIT}
 */
public record Script(
    String name,
    List<Sql> setUp,
    List<Command> commands,
    int variables,
    int calls,
    int statements) {
  /** The built-in workloads. */
  public static final List<String> NAMES =
      List.of(
          ("point_select point_select90_update10 secondary_random_points100"
                  + " secondary_random_limit100 oltp_point_select oltp_read_only oltp_read_write"
                  + " oltp_write_only oltp_update_index oltp_update_non_index select4_update1"
                  + " read_own_writes document_select document_insert")
              .split(" ", -1));

  /** Before the path of a script in a file. */
  public static final String FILE = "file:";

  /**
   * The built-in script of this name, or the one in a file, as {@code file:PATH}.
   *
   * @throws IllegalArgumentException if there is none, with the valid names, or if it is invalid,
   *     with file, line and column
   */
  public static Script named(String name) {
    if (name.startsWith(FILE)) {
      Path file = Path.of(name.substring(FILE.length()));
      try {
        return ScriptParser.parse(file.toString(), SmallFile.read(file));
      } catch (IOException e) {
        throw new IllegalArgumentException("cannot read the workload " + file + ": " + e, e);
      }
    }
    if (!isBuiltIn(name)) {
      throw NearestName.unknown(
          "workload", name, Stream.concat(NAMES.stream(), Stream.of(FILE + "PATH")).toList());
    }
    return ScriptParser.parse(
        name, String.join("\n", ResourceLines.of(Script.class, name + ".sql")));
  }

  /** Whether a script of this name is in the jar. */
  public static boolean isBuiltIn(String name) {
    return NAMES.contains(name);
  }

  /** Whether it changes nothing, so that it may run on a store that others read too. */
  public boolean readsOnly() {
    return setUp.isEmpty()
        && commands.stream()
            .allMatch(command -> !(command instanceof Statement statement) || statement.reads());
  }

  /** The statements that are executed once; one that names {@code :table} for each table. */
  public List<String> setUp(WorkloadContext context) {
    Variables variables = new Variables(this, context, 0);
    List<String> statements = new ArrayList<>();
    for (Sql sql : setUp) {
      int times = sql.parts().contains("table") ? context.tables().size() : 1;
      for (int table = 1; table <= times; table++) {
        variables.set(Variables.TABLE, (long) table);
        statements.add(
            sql.fill(
                name ->
                    name.equals("table")
                        ? context.table(variables.table())
                        : String.valueOf(variables.get(Variables.PREDEFINED.indexOf(name)))));
      }
    }
    return statements;
  }

  /** One step of a script. */
  sealed interface Command {}

  /** {@code \set}, with file, line and column; {@code \repeat} sets a counter. */
  record Assignment(String place, int slot, Expression value) implements Command {}

  /** {@code \end} of a loop, which jumps to the command after its beginning. */
  record End(int counter, int start) implements Command {}

  /** {@code BEGIN}, or {@code COMMIT} and {@code ROLLBACK}, as they are sent. */
  record Boundary(String sql, boolean begins) implements Command {}

  /**
   * A statement.
   *
   * @param text with {@code ?} for values, and the table left open
   * @param parameters the value of each {@code ?}
   * @param expected the slot of the variable that the expectation names, any if it names none
   * @param reads whether it returns rows
   * @param kind see {@link SentStatements#kindOf}
   */
  record Statement(
      int index,
      String place,
      Sql text,
      List<Parameter> parameters,
      Expectation expectation,
      int expected,
      boolean reads,
      int kind)
      implements Command {

    boolean namesTable() {
      return text.parts().size() > 1;
    }

    String on(String table) {
      return text.fill(name -> table);
    }

    /** For messages. */
    String sql() {
      return on(":table");
    }
  }

  /**
   * A value of a statement.
   *
   * @param slot of the variable
   * @param redraw the expression that sets the variable again before this use, as in {@code IN
   *     (:k*100)}; null if it keeps its value
   */
  record Parameter(int slot, @Nullable Expression redraw) {}

  /**
   * SQL with variables that are filled in as text.
   *
   * @param parts alternately SQL and the name of a variable, beginning and ending with SQL
   */
  record Sql(List<String> parts) {
    String fill(UnaryOperator<String> value) {
      StringBuilder sql = new StringBuilder();
      for (int i = 0; i < parts.size(); i++) {
        sql.append(i % 2 == 0 ? parts.get(i) : value.apply(parts.get(i)));
      }
      return sql.toString();
    }
  }
}
