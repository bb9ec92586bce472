package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.SelfCheck;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A script as one thread plays it: its variables have values. */
final class Play {
  private final Script script;
  private final Values values;
  private final Value[][] draws;
  private final Value[][] places;
  private final boolean[][] own;
  private final Value.Whole[] expected;
  private int table;

  Play(Script script, Scene scene, int thread) {
    this.script = script;
    this.values = new Values(scene, thread);
    Map<String, Value> variables = new LinkedHashMap<>();
    for (Declaration declaration : script.declarations()) {
      variables.put(declaration.name(), values.make(declaration));
    }
    List<Step> steps = script.steps();
    draws = new Value[steps.size()][];
    places = new Value[steps.size()][];
    own = new boolean[steps.size()][];
    expected = new Value.Whole[steps.size()];
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      draws[i] = step.draws().stream().map(variables::get).toArray(Value[]::new);
      places[i] =
          step.places().stream()
              .map(place -> variables.get(place.variable()))
              .toArray(Value[]::new);
      own[i] = new boolean[places[i].length];
      for (int place = 0; place < own[i].length; place++) {
        own[i][place] = step.places().get(place).own();
      }
      if (variables.get(step.expectation().variable()) instanceof Value.Whole row) {
        expected[i] = row;
      }
    }
  }

  Script script() {
    return script;
  }

  /** Goes on to a step, on a table drawn for it where the script says so. */
  void begin(int step) {
    if (script.steps().get(step).newTable()) {
      table = values.table();
    }
  }

  /** The table that the step is on. */
  int table() {
    return table;
  }

  /** Draws what a step needs for one time. */
  void draw(int step) {
    for (Value value : draws[step]) {
      value.draw(table);
    }
  }

  /** Hands the values to the statement. */
  void bind(int step, PreparedStatement statement) throws SQLException {
    Value[] of = places[step];
    for (int i = 0; i < of.length; i++) {
      if (own[step][i]) {
        of[i].draw(table);
      }
      of[i].bind(statement, i + 1);
    }
  }

  /** The row that the answer must belong to; only where the expectation names a variable. */
  long expectedRow(int step) {
    return expected[step].number;
  }

  /** Draws whole transactions without a server, and digests them. */
  long digest(int transactions, long seed) {
    ByteBuffer one = ByteBuffer.allocate(2 * Long.BYTES);
    long digest = seed;
    for (int n = 0; n < transactions; n++) {
      for (int step = 0; step < script.steps().size(); step++) {
        begin(step);
        for (int time = 0; time < script.steps().get(step).times(); time++) {
          draw(step);
          for (int i = 0; i < places[step].length; i++) {
            if (own[step][i]) {
              places[step][i].draw(table);
            }
            one.clear().putLong(table).putLong(places[step][i].digest()).flip();
            digest = SelfCheck.hash(one, digest);
          }
        }
      }
    }
    return digest;
  }
}
