package dev.storagebench.core.turns;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The token that the host gives to one of its forks at a time, by the fork's standard input and
 * output. The host says {@code turn LEAD NANOS} or {@code end}; the fork says {@code ready} and
 * {@code done NANOS OPERATIONS}, each after its {@link #MARK}. A fork whose host is gone ends.
 */
public final class HostTurns implements Turns {
  /** Begins a message to the host, wherever in a line of what libraries print. */
  public static final String MARK = "\u0001storage-bench ";

  /** The message of a fork that has warmed up. */
  public static final String READY = "ready";

  /** The message of a fork whose turn has ended. */
  public static final String DONE = "done";

  /** The message of the host that no turn follows. */
  public static final String END = "end";

  private static final int ORPHANED = 3;

  private final BufferedReader in;
  private final OutputStream out;

  /** Turns by the streams of this process; nothing else may write to {@code out}. */
  public HostTurns(InputStream in, OutputStream out) {
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
    this.out = out;
  }

  /** The host's words for a turn. */
  public static String text(Turn turn) {
    return "turn %d %d".formatted(turn.leadNanos(), turn.nanos());
  }

  /** The nanoseconds and the operations that counted in a turn, of the fork's words for its end. */
  public static long[] counted(String done) {
    return Stream.of(done.split(" ")).skip(1).mapToLong(Long::parseLong).toArray();
  }

  @Override
  public @Nullable Turn next(@Nullable Window last) throws IOException {
    String word =
        last == null ? READY : "%s %d %d".formatted(DONE, last.nanos(), last.operations());
    out.write((MARK + word + '\n').getBytes(StandardCharsets.US_ASCII));
    out.flush();
    String line = in.readLine();
    if (line == null) {
      Runtime.getRuntime().halt(ORPHANED);
    }
    StringTokenizer words = new StringTokenizer(String.valueOf(line));
    if (words.nextToken().equals(END)) {
      return null;
    }
    return new Turn(Long.parseLong(words.nextToken()), Long.parseLong(words.nextToken()));
  }
}
