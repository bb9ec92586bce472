package dev.storagebench.datasets.convert;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The forms that records can be written in. */
public enum OutputForm {
  /** The packed record file: any records, unique keys. */
  RECORDS(".records") {
    @Override
    RecordEncoder encoder(OutputStream out) {
      throw new IllegalStateException("a packed record file is no stream");
    }
  },
  /** Blocks of {@code name: value} lines: reviews, any bytes. */
  SNAP(".snap", ".snap.txt") {
    @Override
    RecordEncoder encoder(OutputStream out) {
      return new SnapEncoder(out);
    }
  },
  /** JSON lines with the names of 2014: reviews in UTF-8. */
  JSONL(".jsonl", ".json") {
    @Override
    RecordEncoder encoder(OutputStream out) {
      return new JsonLinesEncoder(out);
    }
  },
  /** Lines of {@code 'key'<TAB>'value'}: any records in UTF-8. */
  ARTICLES(".articles", ".tsv") {
    @Override
    RecordEncoder encoder(OutputStream out) {
      return new ArticleLinesEncoder(out);
    }
  };

  @SuppressWarnings("Immutable") // made by List.of
  private final List<String> endings;

  OutputForm(String... endings) {
    this.endings = List.of(endings);
  }

  /** An encoder of this text form. */
  abstract RecordEncoder encoder(OutputStream out);

  /** Whether it is text that can be written as a stream. */
  public boolean isText() {
    return this != RECORDS;
  }

  /** The form that a file's name tells, {@code .gz} aside. */
  public static Optional<OutputForm> ofName(String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
    return Arrays.stream(values())
        .filter(form -> form.endings.stream().anyMatch(plain::endsWith))
        .findFirst();
  }

  /** All forms with the endings of their files, for error messages. */
  public static String list() {
    return Arrays.stream(values())
        .map(form -> form + " (" + String.join(", ", form.endings) + ")")
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
