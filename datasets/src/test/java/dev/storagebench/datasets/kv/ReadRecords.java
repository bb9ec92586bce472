package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadCounts;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * All records of a data set.
 *
 * @param records each as {@code key=value}, in UTF-8
 */
record ReadRecords(List<String> records, ReadCounts counts) {

  /** Stops at bad records. */
  static List<String> strict(String argument) throws IOException {
    return of(argument, ReadOptions.STRICT).records();
  }

  /** Stops at bad records; with the counts. */
  static ReadRecords strictly(String argument) throws IOException {
    return of(argument, ReadOptions.STRICT);
  }

  /** Skips bad records. */
  static ReadRecords lenient(String argument) throws IOException {
    return of(argument, ReadOptions.LENIENT);
  }

  private static ReadRecords of(String argument, ReadOptions options) throws IOException {
    List<String> records = new ArrayList<>();
    try (RecordReader reader = new DatasetSpec("kv", argument).open(options)) {
      while (reader.next()) {
        records.add(
            StandardCharsets.UTF_8.decode(reader.key())
                + "="
                + StandardCharsets.UTF_8.decode(reader.value()));
      }
      return new ReadRecords(records, reader.counts());
    }
  }
}
