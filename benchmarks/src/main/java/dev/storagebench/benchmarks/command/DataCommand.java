package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.terminal.StatusLine;
import dev.storagebench.benchmarks.terminal.Terminal;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.inspect.Inspection;
import dev.storagebench.datasets.inspect.InspectionReport;
import dev.storagebench.datasets.inspect.InspectionText;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.Packer;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code data}: inspects and packs data sets; alone it shows its help. */
@Command(name = "data", header = "Inspects and packs data sets.")
@SuppressWarnings("unused") // picocli calls the methods of its commands
final class DataCommand extends ConsoleCommand {
  /** The input of a command. */
  static final class Source {
    @Parameters(index = "0", paramLabel = "FILE", descriptionKey = "data.file")
    private String file = "";

    @Option(names = "--as", paramLabel = "FORMAT")
    private @Nullable String format;

    private DataInput open(boolean skipBad) throws IOException {
      ReadOptions options = new ReadOptions(skipBad);
      return format == null
          ? DataInput.open(file, options)
          : DataInput.of(new DatasetSpec(format, file), options);
    }
  }

  @Override
  public Integer call() {
    shell().usage(out());
    return 0;
  }

  /** Tells what a file holds. */
  @Command(name = "inspect", header = "Shows records, sizes, duplicates and bad records of a file.")
  int inspect(
      @Mixin Source source,
      @Option(names = "--json", paramLabel = "FILE", descriptionKey = "inspect.json")
          @Nullable String json,
      @Option(
              names = "--strict",
              description = "Stop at the first bad record, instead of counting it.")
          boolean strict)
      throws IOException {
    boolean onlyJson = "-".equals(json);
    Path file = json == null || onlyJson ? null : Path.of(json).toAbsolutePath();
    // Before hours of reading.
    if (file != null && (Files.isDirectory(file) || !Files.isWritable(file.getParent()))) {
      throw new IllegalArgumentException(
          "--json: cannot write %s; expected a file in a writable folder".formatted(json));
    }
    InspectionReport report;
    try (DataInput input = source.open(!strict);
        @Nullable ProgressBar bar = bar("inspecting", input)) {
      report = Inspection.of(input, strict, progress(bar));
    }
    out().print(onlyJson ? report.toJson() : InspectionText.of(report));
    if (file != null) {
      Files.writeString(file, report.toJson(), StandardCharsets.UTF_8);
    }
    return report.damage().isPresent() ? Failures.SOME_FAILED : 0;
  }

  /**
   * Packs the records of a file or a generator, to carry elsewhere. The packed file appears whole
   * or not at all.
   */
  @Command(name = "pack", header = "Writes a data set's records as a packed record file.")
  int pack(
      @Mixin Source source,
      @Parameters(index = "1", paramLabel = "OUT", description = "The file to write.") String out,
      @Option(names = "--force", description = "Replace OUT if it exists.") boolean force,
      @Option(names = "--skip-bad", description = "Leave out records that cannot be parsed.")
          boolean skipBad)
      throws IOException {
    Path target = target(out, force);
    try (DataInput input = source.open(skipBad);
        @Nullable ProgressBar bar = bar("packing", input)) {
      PackedSummary summary = Packer.pack(input.name(), input.reader(), target, progress(bar));
      out().printf("%s: %s, %,d bytes on disk%n", out, summary.text(), Files.size(target));
      input
          .spec()
          .keyWarning(summary.records() + summary.duplicates(), summary.duplicates())
          .ifPresent(warning -> out().println("warning: " + warning));
    }
    return 0;
  }

  /**
   * Refuses what cannot be written, before hours of reading.
   *
   * @throws IllegalArgumentException with the reason
   */
  private static Path target(String out, boolean force) throws IOException {
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

  /** How far the reading of an input has come: a bar on a terminal, otherwise nothing. */
  private static @Nullable ProgressBar bar(String what, DataInput input) {
    return Terminal.isPresent()
        ? new StatusLine().bar(what, input.reader().expectedRecords().orElse(-1))
        : null;
  }

  private static PackingProgress progress(@Nullable ProgressBar bar) {
    return bar == null ? PackingProgress.NONE : (records, bytes) -> bar.stepTo(records);
  }
}
