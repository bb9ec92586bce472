package dev.storagebench.benchmarks.command;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code data pack}: a file's records as a packed record file, to carry elsewhere. */
@Command(name = "pack", header = "Writes a file's records as a packed record file.")
final class DataPack implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private DataSource source = new DataSource();

  @Parameters(index = "1", paramLabel = "OUT", description = "The file to write.")
  private String out = "";

  @Mixin private DataOutput output = new DataOutput();

  @Option(names = "--skip-bad", description = "Leaves out records that cannot be parsed.")
  private boolean skipBad;

  @Override
  public Integer call() throws IOException {
    Path target = output.checked(out);
    try (DataInput input = source.open(skipBad ? ReadOptions.LENIENT : ReadOptions.STRICT);
        DataProgress progress = new DataProgress("packing", input)) {
      DataOutput.pack(input, out, target, progress, spec.commandLine().getOut());
    }
    return 0;
  }
}
