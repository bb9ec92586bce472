package dev.storagebench.datasets.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.quicktheories.QuickTheory;
import org.quicktheories.core.RandomnessSource;
import org.quicktheories.impl.Constraint;

/**
 * Gives a parser inputs that are valid, damaged, built of the examples' own words, or random. Each
 * must end in a value or in an exception of the expected class that our own code threw, with a
 * message of one line, in bounded memory and CPU time.
 *
 * <p>Inputs are characters; {@link #bytes} makes those of a binary file. QuickTheories draws them
 * and shrinks one that fails. A build tries one in {@link #DIVISOR} of a test's inputs, always the
 * same ones; {@code -Pnightly} tries all, others each time.
 */
public final class Fuzz {
  /** 1 for all inputs. */
  private static final int DIVISOR = Integer.getInteger("storagebench.fuzz.divisor", 500);

  /** QuickTheories remembers the inputs of a check, to try none twice. */
  private static final int CHECKED_AT_ONCE = 20_000;

  private static final int SHRINKS = 20_000;

  private static final int MAX_INPUT = 40_000;
  private static final long MAX_CPU_NANOS = 5_000_000_000L;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** What a terminal obeys instead of showing it. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  /** Words that trouble many parsers. */
  private static final List<String> TROUBLE =
      List.of(
          "",
          "\0",
          "\n",
          "\r\n",
          "\r",
          "\t",
          " ",
          "\u001b[31m",
          "\u007f",
          "\u0085",
          "\u202e",
          "\u2028",
          "\ufeff",
          "\u00ff",
          "\u00e9",
          "\u20ac",
          "\ud83d",
          "\ud83d\ude00",
          "%s",
          "%n",
          "%",
          "\\",
          "\\u",
          "\\x",
          "'",
          "\"",
          "`",
          "''",
          "\"\"",
          "{",
          "}",
          "[",
          "]",
          "(",
          ")",
          "<",
          ">",
          "&",
          ";",
          ":",
          ",",
          "=",
          "|",
          "#",
          "!",
          "*",
          "@",
          "$",
          "/",
          "..",
          "--",
          "0",
          "-0",
          "-1",
          "1",
          "255",
          "1e9",
          "1e999",
          "-1e999",
          "1e-999",
          "0x1p3",
          "NaN",
          "Infinity",
          "null",
          "true",
          "2147483647",
          "2147483648",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "99999999999999999999999",
          "0.0000001",
          "\u0661",
          "\uff11",
          "\u00bd");

  /** A parser under test; it may check its result, too. */
  @FunctionalInterface
  public interface Parser {
    /** Parses an input. */
    void parse(String input) throws Exception;
  }

  private final String name;
  private final List<String> examples;
  private final List<Class<?>> refusals;
  private final List<String> words = new ArrayList<>(TROUBLE);
  private @Nullable String place;
  private long maxBytes = 64L << 20;
  private long accepted;
  private long refused;
  private long maxCpuNanos;
  private long maxAllocatedBytes;

  private Fuzz(String name, List<String> examples, List<Class<?>> refusals) {
    this.name = name;
    this.examples = List.copyOf(examples);
    this.refusals = refusals;
    examples.forEach(each -> words.addAll(List.of(each.split("\\b", -1))));
  }

  /**
   * A test of a parser.
   *
   * @param name of what is parsed
   * @param examples valid inputs
   * @param refusals the classes, exactly, of the exceptions that refuse an input
   */
  public static Fuzz of(String name, List<String> examples, Class<?>... refusals) {
    return new Fuzz(name, examples, List.of(refusals));
  }

  /** More words that inputs are made of. */
  public Fuzz words(String... more) {
    words.addAll(List.of(more));
    return this;
  }

  /**
   * For inputs that other people write: messages of the first refusal begin with this place and
   * have no control characters. Others may have those of the input, which its author typed.
   */
  public Fuzz at(String start) {
    place = start;
    return this;
  }

  /** More memory for each input than 64 MiB. */
  public Fuzz memory(long bytes) {
    maxBytes = bytes;
    return this;
  }

  /** The characters' low bytes; those above 255 as UTF-8. */
  public static byte[] bytes(String input) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(input.length());
    for (int i = 0; i < input.length(); i++) {
      char c = input.charAt(i);
      bytes.writeBytes(String.valueOf(c).getBytes(c > 0xff ? UTF_8 : ISO_8859_1));
    }
    return bytes.toByteArray();
  }

  /**
   * Makes a file of an input. In place: ext4 forces a file to the disk that was emptied and written
   * again, which takes a hundred times as long.
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, CREATE, WRITE)) {
      channel.write(ByteBuffer.wrap(bytes));
      channel.truncate(bytes.length);
    }
  }

  /** Bytes as an example. */
  public static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  /**
   * Checks so many inputs, or one in {@link #DIVISOR} of them.
   *
   * @throws AssertionError with the smallest input that was found to break the rules
   */
  public void check(long inputs, Parser parser) {
    for (String each : examples) {
      assertThatCode(() -> parser.parse(each)).as("example %s", each).doesNotThrowAnyException();
    }
    long start = System.nanoTime();
    long seed = DIVISOR == 1 ? start : name.hashCode();
    long wanted = Math.max(1, inputs / DIVISOR);
    for (long left = wanted; left > 0; left = wanted - accepted - refused) {
      QuickTheory.qt()
          .withFixedSeed(seed + left)
          .withExamples((int) Math.min(left, CHECKED_AT_ONCE))
          .withShrinkCycles(SHRINKS)
          .forAll(this::input)
          .check(input -> parse(input, parser));
    }
    assertThat(accepted).as("accepted inputs").isPositive();
    assertThat(refused).as("refused inputs").isPositive();
    if (DIVISOR <= 10) {
      System.out.printf(
          Locale.ROOT,
          "fuzz | %s | %,d | %,d | %,d | %.1f ms | %.1f MiB | %d s |%n",
          name,
          wanted,
          accepted,
          refused,
          maxCpuNanos / 1e6,
          maxAllocatedBytes / 0x1p20,
          (System.nanoTime() - start) / 1_000_000_000);
    }
  }

  private boolean parse(String input, Parser parser) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long nanos = THREADS.getCurrentThreadCpuTime();
    try {
      parser.parse(input);
      accepted++;
    } catch (Exception | StackOverflowError e) {
      requireOwn(e, input);
      refused++;
    }
    nanos = THREADS.getCurrentThreadCpuTime() - nanos;
    bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
    assertThat(bytes).as("allocated bytes").isLessThanOrEqualTo(maxBytes);
    assertThat(nanos).as("nanoseconds of CPU").isLessThanOrEqualTo(MAX_CPU_NANOS);
    maxCpuNanos = Math.max(maxCpuNanos, nanos);
    maxAllocatedBytes = Math.max(maxAllocatedBytes, bytes);
    return true;
  }

  private void requireOwn(Throwable e, String input) {
    StackTraceElement[] trace = e.getStackTrace();
    if (!refusals.contains(e.getClass())
        || trace.length == 0
        || !trace[0].getClassName().startsWith("dev.storagebench.")) {
      throw new AssertionError("not an expected refusal: " + e, e);
    }
    String message = String.valueOf(e.getMessage());
    boolean placed = place != null && e.getClass() == refusals.get(0);
    if (message.isBlank() || (placed && !message.startsWith(String.valueOf(place)))) {
      throw new AssertionError("a message without its place: " + message, e);
    }
    boolean controls =
        CONTROL
            .matcher(message)
            .results()
            .anyMatch(each -> placed || !input.contains(each.group()));
    if (controls) {
      throw new AssertionError("a message with control characters: " + message, e);
    }
  }

  private String input(RandomnessSource random) {
    return switch (draw(random, 0, 9)) {
      case 0 -> noise(random);
      case 1, 2 -> sentence(random);
      default -> damaged(random);
    };
  }

  private static int draw(RandomnessSource random, int min, int max) {
    return (int) random.next(Constraint.between(min, max));
  }

  private static <T> T pick(RandomnessSource random, List<T> from) {
    return from.get(draw(random, 0, from.size() - 1));
  }

  private static String noise(RandomnessSource random) {
    StringBuilder text = new StringBuilder();
    int most = draw(random, 0, 1) == 0 ? 0x7f : 0xff;
    for (int length = draw(random, 0, 24); length > 0; length--) {
      text.append((char) draw(random, 0, most));
    }
    return text.toString();
  }

  private String sentence(RandomnessSource random) {
    StringBuilder text = new StringBuilder();
    for (int length = draw(random, 0, 16); length > 0; length--) {
      text.append(pick(random, words));
    }
    return text.toString();
  }

  /** An example that is cut, doubled, flipped or spliced in a few places. */
  private String damaged(RandomnessSource random) {
    StringBuilder text = new StringBuilder(pick(random, examples));
    for (int hits = draw(random, 1, 4); hits > 0; hits--) {
      int at = draw(random, 0, text.length());
      int to = Math.min(text.length(), at + draw(random, 0, 40));
      switch (draw(random, 0, 10)) {
        case 0 -> text.delete(at, to);
        case 1 -> text.setLength(at);
        case 2 -> text.insert(at, text.substring(at, to));
        case 3 -> text.replace(at, Math.min(text.length(), at + 1), noise(random));
        case 4 -> flip(text, at, draw(random, 0, 7));
        case 5 -> {
          String other = pick(random, examples);
          text.setLength(at);
          text.append(other, draw(random, 0, other.length()), other.length());
        }
        case 6 -> {
          String repeated = text.substring(at, Math.min(to, at + 8));
          int times = draw(random, 0, 20) == 0 ? 3000 : draw(random, 2, 60);
          text.insert(at, repeated.repeat(Math.min(times, MAX_INPUT / (repeated.length() + 1))));
        }
        case 7, 8 -> text.insert(at, pick(random, words));
        default -> text.replace(at, to, pick(random, words));
      }
    }
    text.setLength(Math.min(text.length(), MAX_INPUT));
    return text.toString();
  }

  private static void flip(StringBuilder text, int at, int bit) {
    if (at < text.length()) {
      text.setCharAt(at, (char) (text.charAt(at) ^ 1 << bit));
    }
  }
}
