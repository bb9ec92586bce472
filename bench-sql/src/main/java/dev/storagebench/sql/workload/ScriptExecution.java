package dev.storagebench.sql.workload;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.sql.jdbc.Dialect;
import dev.storagebench.sql.workload.Script.Command;
import dev.storagebench.sql.workload.Script.Parameter;
import dev.storagebench.sql.workload.Script.Statement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * The execution of a script by one client; a transaction can be repeated from its {@code BEGIN}.
 */
final class ScriptExecution {

  /** Executes what a script sends. */
  interface Server {
    /** Executes a statement and returns something that depends on its answer. */
    long statement(Statement statement) throws SQLException;

    /** Begins or ends a transaction. */
    default void boundary(String sql) throws SQLException {}
  }

  private final List<Command> commands;
  private final Variables variables;
  // As they were at the BEGIN of the transaction.
  private Object[] saved = {};
  private int next;
  private int begin = -1;

  ScriptExecution(Script script, WorkloadContext context, int client) {
    this.commands = script.commands();
    this.variables = new Variables(script, context, client);
  }

  Variables variables() {
    return variables;
  }

  /** Goes to the beginning. */
  void start() {
    next = 0;
    begin = -1;
    variables.drawTable();
  }

  /**
   * Runs to the end.
   *
   * @return something that depends on what was read
   */
  long run(Server server) throws SQLException {
    long touched = 0;
    for (; next < commands.size(); next++) {
      touched += execute(commands.get(next), server);
    }
    return touched;
  }

  private long execute(Command command, Server server) throws SQLException {
    if (command instanceof Statement statement) {
      return server.statement(statement);
    }
    if (command instanceof Script.Assignment assignment) {
      set(assignment.slot(), assignment.value(), assignment.place());
    } else if (command instanceof Script.End end) {
      long left = (Long) variables.get(end.counter()) - 1;
      variables.set(end.counter(), left);
      next = left > 0 ? end.start() : next;
    } else if (command instanceof Script.Boundary boundary) {
      if (boundary.begins()) {
        saved = variables.save();
        begin = next;
      }
      server.boundary(boundary.sql());
      begin = boundary.begins() ? begin : -1;
    }
    return 0;
  }

  private void set(int slot, Expression value, String place) {
    try {
      variables.set(slot, value.value(variables));
    } catch (ArithmeticException e) {
      throw new EngineException(place + ": " + e.getMessage(), e);
    }
  }

  /**
   * Goes back to the {@code BEGIN} of the transaction that failed, with the variables as they were
   * there; outside of one to the statement.
   */
  void rewind() {
    if (begin >= 0) {
      variables.restore(saved);
      next = begin;
    }
  }

  /** The value of a parameter; of a list, another one at each call. */
  private Object value(Statement statement, Parameter parameter) {
    if (parameter.redraw() != null) {
      set(parameter.slot(), parameter.redraw(), statement.place());
    }
    return variables.get(parameter.slot());
  }

  void bind(Statement statement, PreparedStatement prepared, Dialect dialect) throws SQLException {
    int index = 1;
    for (Parameter parameter : statement.parameters()) {
      Object value = value(statement, parameter);
      if (value instanceof Long integer) {
        prepared.setLong(index++, integer);
      } else if (value instanceof Double real) {
        prepared.setDouble(index++, real);
      } else if (value instanceof byte[] bytes) {
        dialect.bindText(prepared, index++, bytes);
      } else {
        prepared.setString(index++, (String) value);
      }
    }
  }

  /** The bytes of a text as stored in its column. */
  static byte[] bytes(Object text) {
    return text instanceof byte[] bytes
        ? bytes
        : String.valueOf(text).getBytes(StandardCharsets.UTF_8);
  }

  /** Runs the script without a server; returns a digest of the statements and their values. */
  long digest(int runs, long seed) {
    Digest digest = new Digest();
    digest.value = seed;
    for (int n = 0; n < runs; n++) {
      start();
      try {
        run(digest);
      } catch (SQLException e) {
        throw new IllegalStateException("a digest uses no server", e);
      }
    }
    return digest.value;
  }

  /** A server that only computes a digest of its input. */
  private final class Digest implements Server {
    private final ByteBuffer buffer = ByteBuffer.allocate(3 * Long.BYTES);
    private long value;

    @Override
    public long statement(Statement statement) {
      add(statement, 0);
      for (Parameter parameter : statement.parameters()) {
        Object next = value(statement, parameter);
        add(
            statement,
            next instanceof Long integer
                ? integer
                : next instanceof Double real
                    ? Double.doubleToRawLongBits(real)
                    : Arrays.hashCode(bytes(next)));
      }
      return 0;
    }

    private void add(Statement statement, long next) {
      buffer.clear().putLong(statement.index()).putLong(variables.table()).putLong(next).flip();
      value = ValueChecksum.hash(buffer, value);
    }
  }
}
