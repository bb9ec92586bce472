package dev.storagebench.sql.workload;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.workload.ValueChecksum;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A script as one client carries it out; it can go back to where a transaction began. */
final class ScriptExecution {

  /** Who carries out what is not the script's own. */
  interface Server {
    /** Carries out a statement and returns something that depends on its answer. */
    long statement(Command.Statement statement) throws SQLException;

    /** Begins or ends a transaction. */
    void boundary(String sql) throws SQLException;

    void sleep(long nanos);
  }

  private final Command[] commands;
  private final Variables variables;
  private final long[] loops;
  // As they were at the BEGIN of the transaction.
  private final long[] savedNumbers;
  private final @Nullable Object[] savedTexts;
  private final long[] savedLoops;
  private int next;
  private int begin = -1;

  ScriptExecution(Script script, WorkloadContext scene, int client) {
    this.commands = script.commands().toArray(Command[]::new);
    this.variables = new Variables(script, scene, client);
    this.loops = new long[script.loops()];
    this.savedNumbers = new long[script.slots()];
    this.savedTexts = new Object[script.slots()];
    this.savedLoops = new long[script.loops()];
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
   * Goes on to the end, or until the first statement is done.
   *
   * @return something that depends on what was read
   */
  long run(Server server, boolean oneStatement) throws SQLException {
    long touched = 0;
    try {
      while (next < commands.length) {
        Command command = commands[next];
        touched += carryOut(command, server);
        next++;
        if (oneStatement && command instanceof Command.Statement) {
          break;
        }
      }
    } catch (ArithmeticException e) {
      throw new EngineException(at(commands[next]) + ": " + e.getMessage(), e);
    }
    return touched;
  }

  private static String at(Command command) {
    return command instanceof Command.Assignment assignment
        ? assignment.at()
        : command instanceof Command.Statement statement ? statement.at() : command.toString();
  }

  private long carryOut(Command command, Server server) throws SQLException {
    if (command instanceof Command.Statement statement) {
      return server.statement(statement);
    }
    if (command instanceof Command.Assignment assignment) {
      assign(assignment.slot(), assignment.value());
    } else if (command instanceof Command.Repeat repeat) {
      loops[repeat.loop()] = repeat.times();
    } else if (command instanceof Command.End end) {
      next = --loops[end.loop()] > 0 ? end.start() : next;
    } else if (command instanceof Command.Sleep sleep) {
      server.sleep(sleep.count().whole(variables) * sleep.unitNanos());
    } else if (command instanceof Command.Boundary boundary) {
      if (boundary.begins()) {
        save(variables.numbers, variables.texts, loops, savedNumbers, savedTexts, savedLoops);
        begin = next;
      }
      server.boundary(boundary.sql());
      begin = boundary.begins() ? begin : -1;
    }
    return 0;
  }

  private static void save(
      long[] numbers,
      @Nullable Object[] texts,
      long[] loops,
      long[] toNumbers,
      @Nullable Object[] toTexts,
      long[] toLoops) {
    System.arraycopy(numbers, 0, toNumbers, 0, numbers.length);
    System.arraycopy(texts, 0, toTexts, 0, texts.length);
    System.arraycopy(loops, 0, toLoops, 0, loops.length);
  }

  /**
   * Goes back to the {@code BEGIN} of the transaction that did not succeed, with the variables as
   * they were there; outside of one to the statement.
   */
  void rewind() {
    if (begin >= 0) {
      save(savedNumbers, savedTexts, savedLoops, variables.numbers, variables.texts, loops);
      next = begin;
    }
  }

  private void assign(int slot, Expression value) {
    if (value instanceof Expression.Whole whole) {
      long number = whole.whole(variables);
      if (slot == Variables.TABLE) {
        variables.table(number);
      }
      variables.numbers[slot] = number;
    } else if (value instanceof Expression.Real real) {
      variables.numbers[slot] = Double.doubleToRawLongBits(real.real(variables));
    } else if (value instanceof Expression.Text text) {
      variables.texts[slot] = text.text(variables);
    }
  }

  /** Hands the values to a statement. */
  void bind(Command.Statement statement, PreparedStatement prepared) throws SQLException {
    for (int i = 0; i < statement.places().size(); i++) {
      Command.Place place = statement.places().get(i);
      if (place.fresh()) {
        assign(place.slot(), place.value());
      }
      long number = variables.numbers[place.slot()];
      if (place.value() instanceof Expression.Whole) {
        prepared.setLong(i + 1, number);
      } else if (place.value() instanceof Expression.Real) {
        prepared.setDouble(i + 1, Double.longBitsToDouble(number));
      } else if (variables.texts[place.slot()] instanceof byte[] bytes) {
        prepared.setBytes(i + 1, bytes);
      } else {
        prepared.setString(i + 1, (String) variables.texts[place.slot()]);
      }
    }
  }

  /** Runs without a server, so many times, and digests the statements and their values. */
  long digest(int runs, long seed) {
    Digest digest = new Digest(seed);
    for (int n = 0; n < runs; n++) {
      start();
      try {
        run(digest, false);
      } catch (SQLException e) {
        throw new IllegalStateException("a digest talks to no server", e);
      }
    }
    return digest.value;
  }

  /** A server that only looks at what it gets. */
  private final class Digest implements Server {
    private final ByteBuffer one = ByteBuffer.allocate(3 * Long.BYTES);
    private long value;

    Digest(long seed) {
      this.value = seed;
    }

    @Override
    public long statement(Command.Statement statement) {
      add(statement, 0);
      for (Command.Place place : statement.places()) {
        if (place.fresh()) {
          assign(place.slot(), place.value());
        }
        Object text = variables.texts[place.slot()];
        add(
            statement,
            text == null
                ? variables.numbers[place.slot()]
                : Arrays.hashCode(Variables.bytes(text)));
      }
      return 0;
    }

    private void add(Command.Statement statement, long next) {
      one.clear().putLong(statement.index()).putLong(variables.table()).putLong(next).flip();
      value = ValueChecksum.hash(one, value);
    }

    @Override
    public void boundary(String sql) {
      // The statements between are digested.
    }

    @Override
    public void sleep(long nanos) {
      // Changes no value.
    }
  }
}
