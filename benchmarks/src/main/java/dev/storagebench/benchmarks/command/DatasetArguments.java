package dev.storagebench.benchmarks.command;

import dev.storagebench.core.cell.SizeSpec;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.ScaledNumber;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.packed.PackedFormat;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data sets that the command line names, generated ones of a given size.
 *
 * @param records how many, as given; null if nothing is
 * @param bytes of keys and values, as given; null if nothing is
 * @param scale of a suite's own data; null if nothing is given
 */
record DatasetArguments(@Nullable String records, @Nullable String bytes, @Nullable Double scale) {
  private static final long MAX_RECORDS = 1_000_000_000_000L;
  private static final int MAX_SCALE = 1_000_000;

  DatasetArguments {
    if (scale != null && !(scale > 0 && scale <= MAX_SCALE)) {
      throw new IllegalArgumentException(
          "invalid --scale '%s' (expected a factor such as 0.1, at most %d)"
              .formatted(scale, MAX_SCALE));
    }
    if (Stream.of(records, bytes, scale).filter(Objects::nonNull).count() > 1) {
      throw new IllegalArgumentException(
          "--scale, --records and --bytes all size the generated data; give one of them");
    }
  }

  /**
   * The data sets of an option's values, as cells have them.
   *
   * @param skipBad whether bad records are left out of what has to be read now
   */
  List<String> of(List<String> given, boolean skipBad) throws IOException {
    List<String> datasets = new ArrayList<>();
    for (String value : given) {
      for (String dataset : separated(value)) {
        datasets.add(one(dataset, skipBad));
      }
    }
    return datasets;
  }

  /** One data set, whatever its name contains. */
  String one(String given, boolean skipBad) throws IOException {
    return sized(dataset(given, skipBad));
  }

  /** Data sets separated by commas, which a file's name and a generator's settings may contain. */
  private static List<String> separated(String given) throws IOException {
    try {
      DatasetSpec.parse(given).identity();
      return List.of(given);
    } catch (IllegalArgumentException | NoSuchFileException severalOrNone) {
      return new File(given).exists() ? List.of(given) : List.of(given.split(",", -1));
    }
  }

  /** The size of generated data as a setting of it; null if none is given. */
  @Nullable String setting() {
    if (bytes != null) {
      SizeSpec size = SizeSpec.parse(bytes);
      if (size.ratio() != 0 || size.fixedBytes() < 1) {
        throw new IllegalArgumentException(
            "invalid --bytes '%s' (expected 500m or 5g)".formatted(bytes));
      }
      return "bytes=" + size.fixedBytes();
    }
    return records == null
        ? null
        : "records="
            + ScaledNumber.parse("--records", records, ScaledNumber.DECIMAL, 1, MAX_RECORDS);
  }

  /** A data set of the given size, if there is one. */
  private String sized(String dataset) {
    String size = setting();
    if (size == null && scale == null) {
      return dataset;
    }
    DatasetSpec spec = DatasetSpec.parse(dataset);
    if (size == null
        || (spec.recordFormat() instanceof StreamFormat files
            && files.source(spec.argument()).isPresent())
        || spec.format().equals(PackedFormat.NAME)) {
      throw new IllegalArgumentException(
          size == null
              ? "--scale is relative to the suite's own data; with --dataset use --records or --bytes"
              : "--records and --bytes size generated data, and %s is a file".formatted(dataset));
    }
    return spec.argument().isEmpty() ? dataset + ":" + size : dataset + ";" + size;
  }

  /** A data set with its format. A missing file is an error now, not in a fork. */
  private static String dataset(String given, boolean skipBad) throws IOException {
    DatasetSpec spec = DatasetSpec.parse(given);
    boolean named = spec.namesFormat();
    if (!named && Files.exists(Path.of(given))) {
      try (DataInput input = DataInput.open(given, new ReadOptions(skipBad))) {
        return new DatasetSpec(input.spec().format(), given).toString();
      }
    }
    if (!named && spec.argument().isEmpty() && given.matches(".*[./].*")) {
      throw new NoSuchFileException(given);
    }
    spec.identity();
    return given;
  }
}
