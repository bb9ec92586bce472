package dev.storagebench.benchmarks;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.convert.Conversion;
import dev.storagebench.datasets.convert.OutputForm;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.Duplicates;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code data convert}: a file's records in another form. */
@Command(
    name = "convert",
    sortOptions = false,
    usageHelpAutoWidth = true,
    synopsisHeading = "%n",
    header = "Writes a file's records in another form, whole or not at all.",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Reading OUT gives the same records; one that the form cannot carry is an error.",
      "Exit codes: 0 done, 1 bad input, 2 usage."
    })
final class DataConvert implements Callable<Integer> {

  /** As the command line writes {@link Duplicates}. */
  enum KeyChoice {
    /** The last of the records with a key is kept. */
    LAST(Duplicates.LAST_WINS),
    /** All are kept under numbered keys. */
    ORDINAL(Duplicates.ORDINAL);

    private final Duplicates duplicates;

    KeyChoice(Duplicates duplicates) {
      this.duplicates = duplicates;
    }
  }

  @Mixin private DataSource source = new DataSource();

  @Parameters(index = "1", paramLabel = "OUT", description = "The file to write, or -.")
  private String out = "";

  @Mixin private DataTarget target = new DataTarget();

  @Option(names = "--skip-bad", description = "Leaves out records that cannot be parsed.")
  private boolean skipBad;

  @Option(
      names = "--duplicates",
      paramLabel = "last|ordinal",
      description =
          "Equal keys in a packed record file: the last record wins (default), or the second one's"
              + " key gets ' #2'. Text forms keep all records as they are.")
  private @Nullable KeyChoice duplicates;

  @Override
  public Integer call() throws IOException {
    OutputForm form = target.form(out, null);
    if (duplicates != null && form.isText()) {
      throw new IllegalArgumentException(
          "--duplicates is for --to records; %s keeps all records".formatted(form));
    }
    KeyChoice choice = duplicates == null ? KeyChoice.LAST : duplicates;
    try (DataInput input = source.open(skipBad ? ReadOptions.LENIENT : ReadOptions.STRICT);
        DataProgress progress = new DataProgress("converting", input)) {
      target.write(new Conversion(input, progress), form, out, choice.duplicates);
    }
    return 0;
  }
}
