package dev.storagebench.benchmarks.command;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.Packer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code data pack}: the records of a file or a generator as a packed record file, to carry
 * elsewhere. It appears whole or not at all.
 */
@Command(name = "pack", header = "Writes a data set's records as a packed record file.")
final class DataPack implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private DataSource source = new DataSource();

  @Parameters(index = "1", paramLabel = "OUT", description = "The file to write.")
  private String out = "";

  @Option(names = "--force", description = "Replace OUT if it exists.")
  private boolean force;

  @Option(names = "--skip-bad", description = "Leave out records that cannot be parsed.")
  private boolean skipBad;

  @Override
  public Integer call() throws IOException {
    Path target = checked();
    try (DataInput input = source.open(skipBad ? ReadOptions.LENIENT : ReadOptions.STRICT);
        DataProgress progress = new DataProgress("packing", input)) {
      PackedSummary summary = Packer.pack(input.name(), input.reader(), target, progress);
      PrintWriter to = spec.commandLine().getOut();
      to.printf("%s: %s, %,d bytes on disk%n", out, summary.text(), Files.size(target));
      input
          .spec()
          .keyWarning(summary.records() + summary.duplicates(), summary.duplicates())
          .ifPresent(warning -> to.println("warning: " + warning));
    }
    return 0;
  }

  /**
   * Refuses what cannot be written, before hours of reading.
   *
   * @throws IllegalArgumentException with the reason
   */
  private Path checked() throws IOException {
    // What a link names is replaced, not the link.
    Path target = Files.exists(Path.of(out)) ? Path.of(out).toRealPath() : Path.of(out);
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IllegalArgumentException("%s: no such folder: %s".formatted(out, folder));
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new IllegalArgumentException(out + " exists and is not a regular file");
    }
    if (Files.exists(target) && !force) {
      throw new IllegalArgumentException(out + " exists; --force replaces it");
    }
    return target;
  }
}
