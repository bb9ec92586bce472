package dev.storagebench.sql.workload;

/**
 * A compiled expression: evaluated on the {@link Variables} of a client, without boxes. Its kind is
 * its static type.
 */
sealed interface Expression {

  /** What has a value as a double. */
  sealed interface Numeric extends Expression {
    double real(Variables variables);

    /** The value of a constant, NaN for what is none. */
    default double constant() {
      return this instanceof WholeConstant whole
          ? whole.value()
          : this instanceof RealConstant real ? real.value() : Double.NaN;
    }
  }

  /** Integers of 64 bits. */
  non-sealed interface Whole extends Numeric {
    long whole(Variables variables);

    @Override
    default double real(Variables variables) {
      return whole(variables);
    }
  }

  /** Doubles. */
  non-sealed interface Real extends Numeric {}

  /** Texts: a {@link String}, or the {@code byte[]} of a column's content. */
  non-sealed interface Text extends Expression {
    Object text(Variables variables);
  }

  /** Known before a script runs. */
  record WholeConstant(long value) implements Whole {
    @Override
    public long whole(Variables variables) {
      return value;
    }
  }

  /** Known before a script runs. */
  record RealConstant(double value) implements Real {
    @Override
    public double real(Variables variables) {
      return value;
    }
  }

  /** Known before a script runs. */
  record TextConstant(String value) implements Text {
    @Override
    public Object text(Variables variables) {
      return value;
    }
  }

  /** Whether its value is known before a script runs. */
  default boolean isConstant() {
    return this instanceof WholeConstant
        || this instanceof RealConstant
        || this instanceof TextConstant;
  }

  /** The name of its type in messages. */
  default String type() {
    return this instanceof Whole ? "an integer" : this instanceof Real ? "a double" : "a text";
  }

  /** Whether both give the same type. */
  static boolean sameType(Expression a, Expression b) {
    return a.type().equals(b.type());
  }

  /** A reference to a variable that holds what another expression gives. */
  static Expression variable(int slot, Expression like) {
    if (like instanceof Whole) {
      return (Whole) variables -> variables.numbers[slot];
    }
    return like instanceof Real
        ? (Real) variables -> Double.longBitsToDouble(variables.numbers[slot])
        : (Text) variables -> variables.texts[slot];
  }
}
