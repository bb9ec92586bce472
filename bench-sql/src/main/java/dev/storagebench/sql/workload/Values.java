package dev.storagebench.sql.workload;

import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.SelfCheck;
import dev.storagebench.core.workload.ValuePool;
import dev.storagebench.sql.table.Seal;
import dev.storagebench.sql.table.Shape;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/** Makes the values of a script's variables for one thread. */
final class Values {
  /** The types there are, each with its arguments. */
  static final List<String> TYPES =
      List.of(
          "row",
          "NAME + N",
          "key",
          "c NAME",
          "pad NAME",
          "document",
          "new-document",
          "text NAME",
          "seq FIRST",
          "int LEAST MOST",
          "intlist N N …",
          "float LEAST MOST",
          "char LENGTH",
          "strlist WORD WORD …",
          "date FIRST LAST",
          "timestamp FIRST LAST");

  // New rows are numbered from behind all that were loaded, each thread's apart.
  private static final long THREAD_SPAN = 100_000_000L;

  private final Scene scene;
  private final int thread;
  private final UniformRandomProvider random;
  private final UniformRandomProvider texts;
  private final List<Choice.Chooser> rows = new ArrayList<>();
  private final Map<String, Value> made = new LinkedHashMap<>();

  Values(Scene scene, int thread) {
    this.scene = scene;
    this.thread = thread;
    this.random = scene.seeds().generator(thread, Seeds.Purpose.KEYS);
    this.texts = scene.seeds().generator(thread, Seeds.Purpose.VALUES);
    for (int table = 0; table < scene.layout().tables(); table++) {
      rows.add(scene.choice().over(Math.max(1, scene.rowsIn(table)), random));
    }
  }

  /** Which table the next statement is on. */
  int table() {
    return rows.size() == 1 ? 0 : random.nextInt(rows.size());
  }

  /** Makes the value of a variable whose others are made already. */
  Value make(Declaration declared) {
    Value value = value(declared);
    made.put(declared.name(), value);
    return value;
  }

  private Value value(Declaration declared) {
    return switch (declared.type()) {
      case "row" ->
          new Value.Small() {
            @Override
            void draw(int table) {
              number = rows.get(table).next();
            }
          };
      case "key" ->
          new Value.Small() {
            @Override
            void draw(int table) {
              number = Seal.k(table, rows.get(table).next(), scene.mostK());
            }
          };
      case "c" -> digits(Seal.C_BYTES, whole(declared));
      case "pad" -> digits(Seal.PAD_BYTES, whole(declared));
      case "document" -> document(declared, false);
      case "new-document" -> document(declared, true);
      case "text" -> text(whole(declared));
      case "seq" -> sequence(declared.number(0));
      case "int" -> whole(declared.number(0), declared.number(1));
      case "intlist" -> {
        long[] numbers = new long[declared.arguments().size()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = declared.number(i);
        }
        yield new Value.Whole() {
          @Override
          void draw(int table) {
            number = numbers[random.nextInt(numbers.length)];
          }
        };
      }
      case "float", "char", "strlist", "date", "timestamp" ->
          new PlainTexts(declared, random).value();
      default -> sum(declared);
    };
  }

  private Value.Whole whole(Declaration declared) {
    return whole(declared, declared.argument(0));
  }

  private Value.Whole whole(Declaration declared, String name) {
    if (made.get(name) instanceof Value.Whole number) {
      return number;
    }
    throw new IllegalArgumentException(
        "variable %s: '%s' is neither a type (%s) nor a whole number declared above it"
            .formatted(declared.name(), name, String.join(", ", TYPES)));
  }

  private Value.Whole sum(Declaration declared) {
    Value.Whole other = whole(declared, declared.type());
    if (!declared.argument(0).equals("+")) {
      throw new IllegalArgumentException(
          "variable %s: expected %s + N".formatted(declared.name(), declared.type()));
    }
    long more = declared.number(1);
    return new Value.Small() {
      @Override
      void draw(int table) {
        number = other.number + more;
      }
    };
  }

  private Value.Whole whole(long least, long most) {
    return new Value.Whole() {
      @Override
      void draw(int table) {
        number = least + random.nextLong(most - least + 1);
      }
    };
  }

  private Value.Whole sequence(long first) {
    return new Value.Whole() {
      private long next = first + thread;

      @Override
      void draw(int table) {
        number = next;
        next += scene.threads();
      }
    };
  }

  /** A string of digits that proves to belong to the row that the other variable names. */
  private Value digits(int length, Value.Whole row) {
    return new Value.Bytes() {
      @Override
      void draw(int table) {
        // Not the array of before: a statement may still hold that one.
        bytes = new byte[length];
        Seal.random(bytes, texts);
        Seal.digits(bytes, table, row.number);
      }
    };
  }

  private Value document(Declaration declared, boolean fresh) {
    if (scene.layout().shape() != Shape.DOCUMENT) {
      throw new IllegalArgumentException(
          "variable %s: %s needs table=document".formatted(declared.name(), declared.type()));
    }
    return new Document(fresh);
  }

  /** A row of the documents' table; its number is that of the row, its text the key. */
  private final class Document extends Value.Whole {
    private final boolean fresh;
    private long next;

    Document(boolean fresh) {
      this.fresh = fresh;
      this.next = scene.records() + 1 + (thread + 1L) * THREAD_SPAN;
    }

    @Override
    void draw(int table) {
      number = fresh ? next++ : rows.get(table).next();
    }

    @Override
    void bind(java.sql.PreparedStatement statement, int place) throws java.sql.SQLException {
      statement.setBytes(place, Checks.documentKey(number));
    }
  }

  /** A text of the data set, sealed for the row that the other variable names. */
  private Value text(Value.Whole row) {
    ValuePool pool = scene.set().values();
    ByteBuffer buffer = SelfCheck.buffer(pool.maxBytes());
    return new Value.Bytes() {
      @Override
      void draw(int table) {
        buffer.clear();
        int length = pool.copy(texts.nextInt(pool.size()), buffer);
        ByteBuffer text = buffer.duplicate().position(0).limit(length);
        bytes = new byte[length + Seal.TEXT_BYTES];
        text.get(0, bytes, 0, length);
        System.arraycopy(Seal.ofText(text, table, row.number), 0, bytes, length, Seal.TEXT_BYTES);
      }
    };
  }

  /** Types that know nothing of the tables. */
  private record PlainTexts(Declaration declared, UniformRandomProvider random) {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    Value value() {
      return switch (declared.type()) {
        case "float" -> {
          double least = declared.real(0);
          double most = declared.real(1);
          yield text(() -> Double.toString(least + random.nextDouble() * (most - least)));
        }
        case "char" -> {
          int length = (int) declared.number(0);
          yield text(
              () -> {
                byte[] letters = new byte[length];
                for (int i = 0; i < length; i++) {
                  letters[i] = (byte) LETTERS.charAt(random.nextInt(LETTERS.length()));
                }
                return new String(letters, StandardCharsets.ISO_8859_1);
              });
        }
        case "strlist" -> {
          List<String> words = declared.arguments();
          declared.argument(0);
          yield text(() -> words.get(random.nextInt(words.size())));
        }
        case "date" -> {
          long first = LocalDate.parse(declared.argument(0)).toEpochDay();
          long days = LocalDate.parse(declared.argument(1)).toEpochDay() - first + 1;
          yield text(() -> LocalDate.ofEpochDay(first + random.nextLong(days)).toString());
        }
        default -> {
          long first = seconds(declared.argument(0));
          long seconds = seconds(declared.argument(1)) - first + 1;
          yield text(
              () ->
                  LocalDateTime.ofEpochSecond(first + random.nextLong(seconds), 0, ZoneOffset.UTC)
                      .toString()
                      .replace('T', ' '));
        }
      };
    }

    private static long seconds(String day) {
      return LocalDate.parse(day).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    }

    private static Value text(java.util.function.Supplier<String> next) {
      return new Value.Text() {
        @Override
        void draw(int table) {
          text = next.get();
        }
      };
    }
  }
}
