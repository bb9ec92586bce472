package dev.storagebench.benchmarks.command;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.synthetic.TextForm;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code data generate}: synthetic records of any number. */
@Command(
    name = "generate",
    header = "Writes synthetic records with the sizes and the compressibility of real ones.")
final class DataGenerate implements Callable<Integer> {
  private static final String PACKED_ENDING = ".records";

  /** The real data sets that generated ones resemble. */
  enum Like {
    /** Reviews of 1 KB. */
    MOVIES("reviews", List.of(TextForm.SNAP, TextForm.JSONL)),
    /** Reviews of half a KB. */
    FINEFOODS("finefoods", List.of(TextForm.SNAP, TextForm.JSONL)),
    /** Articles of 28 KB. */
    WIKIPEDIA("articles", List.of(TextForm.XML));

    private final String format;

    @SuppressWarnings("Immutable") // made by List.of
    private final List<TextForm> forms;

    Like(String format, List<TextForm> forms) {
      this.format = format;
      this.forms = forms;
    }
  }

  /** One or the other. */
  static final class Amount {
    @Option(names = "--records", paramLabel = "N", descriptionKey = "generate.records")
    private @Nullable String records;

    @Option(names = "--bytes", paramLabel = "N", descriptionKey = "generate.bytes")
    private @Nullable String bytes;
  }

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "OUT", descriptionKey = "generate.file")
  private String out = "";

  @ArgGroup private @Nullable Amount amount;

  @Option(names = "--like", paramLabel = "DATA", defaultValue = "movies")
  private Like like = Like.MOVIES;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the records (default: 42).")
  private @Nullable String seed;

  @Mixin private DataOutput output = new DataOutput();

  @Override
  public Integer call() throws IOException {
    boolean standardOutput = out.equals("-");
    boolean packed = out.endsWith(PACKED_ENDING);
    TextForm form = standardOutput || packed ? like.forms.get(0) : form();
    Path target = standardOutput ? null : output.checked(out);
    try (DataInput input = DataInput.of(dataset(), ReadOptions.STRICT);
        DataProgress progress = new DataProgress("generating", input)) {
      if (target == null) {
        // Bytes, not characters; not closed, as it is not ours.
        form.write(input.reader(), new FileOutputStream(FileDescriptor.out), progress);
        spec.commandLine().getErr().printf("%,d records%n", input.reader().counts().records());
        spec.commandLine().getErr().flush();
      } else if (packed) {
        DataOutput.pack(input, out, target, progress, spec.commandLine().getOut());
      } else {
        DataOutput.write(form, input, out, target, progress, spec.commandLine().getOut());
      }
    }
    return 0;
  }

  private TextForm form() {
    String name = out.endsWith(".gz") ? out.substring(0, out.length() - 3) : out;
    return like.forms.stream()
        .filter(form -> name.endsWith("." + form))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s': unknown ending; for %s it is one of %s, .%s, with .gz for compressed text"
                        .formatted(
                            out,
                            like.format,
                            PACKED_ENDING,
                            String.join(
                                ", .", like.forms.stream().map(TextForm::toString).toList()))));
  }

  private DatasetSpec dataset() {
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
