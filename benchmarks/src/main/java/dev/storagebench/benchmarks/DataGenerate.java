package dev.storagebench.benchmarks;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.convert.Conversion;
import dev.storagebench.datasets.convert.OutputForm;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.Duplicates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code data generate}: made-up records of any number. */
@Command(
    name = "generate",
    sortOptions = false,
    usageHelpAutoWidth = true,
    synopsisHeading = "%n",
    header = "Writes made-up records that behave like real ones.",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "The same options give the same records on every machine.",
      "Exit codes: 0 done, 1 the writing failed, 2 usage."
    })
final class DataGenerate implements Callable<Integer> {

  /** The real data sets that generated ones are like. */
  enum Like {
    /** Reviews of 1 KB. */
    MOVIES("reviews", OutputForm.SNAP),
    /** Reviews of half a KB. */
    FINEFOODS("finefoods", OutputForm.SNAP),
    /** Articles of 28 KB. */
    WIKIPEDIA("articles", OutputForm.ARTICLES);

    private final String format;
    private final OutputForm text;

    Like(String format, OutputForm text) {
      this.format = format;
      this.text = text;
    }
  }

  /** One or the other. */
  static final class Amount {
    @Option(
        names = "--records",
        paramLabel = "N",
        description = "How many records: 20000, 100k, 7m; k, m and g are decimal.")
    private @Nullable String records;

    @Option(
        names = "--bytes",
        paramLabel = "N",
        description = "About how many bytes in keys and values: 100m, 9g; k, m and g are binary.")
    private @Nullable String bytes;
  }

  @Parameters(
      index = "0",
      paramLabel = "OUT",
      description = "The file to write; - writes text to standard output.")
  private String out = "";

  @ArgGroup private @Nullable Amount amount;

  @Option(
      names = "--like",
      paramLabel = "DATA",
      defaultValue = "movies",
      description = "movies (default), finefoods or wikipedia.")
  private Like like = Like.MOVIES;

  @Option(names = "--seed", paramLabel = "N", description = "Other records (default: 42).")
  private @Nullable String seed;

  @Mixin private DataTarget target = new DataTarget();

  @Override
  public Integer call() throws IOException {
    OutputForm form = target.form(out, like.text);
    try (DataInput input = DataInput.of(spec(), ReadOptions.STRICT);
        DataProgress progress = new DataProgress("generating", input)) {
      // All generated keys are unique.
      target.write(new Conversion(input, progress), form, out, Duplicates.LAST_WINS);
    }
    return 0;
  }

  private DatasetSpec spec() {
    List<String> settings = new ArrayList<>();
    if (amount != null && amount.records != null) {
      settings.add("records=" + amount.records);
    }
    if (amount != null && amount.bytes != null) {
      settings.add("bytes=" + amount.bytes);
    }
    if (seed != null) {
      settings.add("seed=" + seed);
    }
    return new DatasetSpec(like.format, String.join(",", settings));
  }
}
