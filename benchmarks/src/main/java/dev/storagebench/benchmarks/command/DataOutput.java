package dev.storagebench.benchmarks.command;

import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.PackedSummary;
import dev.storagebench.datasets.packed.Packer;
import dev.storagebench.datasets.packed.PackingProgress;
import dev.storagebench.datasets.packed.RoomCheck;
import dev.storagebench.datasets.packed.TemporaryFile;
import dev.storagebench.datasets.synthetic.TextForm;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Option;

/** The file that a {@code data} command writes: it appears whole or not at all. */
final class DataOutput {
  @Option(names = "--force", description = "Replaces OUT if it exists.")
  private boolean force;

  /**
   * Refuses what cannot be written, before hours of reading.
   *
   * @throws IllegalArgumentException with the reason
   */
  Path checked(String out) throws IOException {
    // What a link names is replaced, not the link.
    Path target = Files.exists(Path.of(out)) ? Path.of(out).toRealPath() : Path.of(out);
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IllegalArgumentException("%s: no such folder: %s".formatted(out, folder));
    }
    if (!Files.isWritable(folder)) {
      throw new IllegalArgumentException("%s: folder %s is not writable".formatted(out, folder));
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new IllegalArgumentException(
          out + " exists and is not a regular file; use - for standard output");
    }
    if (Files.exists(target) && !force) {
      throw new IllegalArgumentException(out + " exists; --force replaces it");
    }
    return target;
  }

  /** Writes a packed record file. */
  static void pack(
      DataInput input, String out, Path target, PackingProgress progress, PrintWriter to)
      throws IOException {
    PackedSummary summary = Packer.pack(input.name(), input.reader(), target, progress);
    to.printf("%s: %s, %,d bytes on disk%n", out, summary.text(), Files.size(target));
    input
        .spec()
        .keyWarning(summary.records() + summary.duplicates(), summary.duplicates())
        .ifPresent(warning -> to.println("warning: " + warning));
    to.flush();
  }

  /** Writes text, gzip-compressed if the target's name ends so. */
  static void write(
      TextForm form,
      DataInput input,
      String out,
      Path target,
      PackingProgress progress,
      PrintWriter to)
      throws IOException {
    try (TemporaryFile temporary = TemporaryFile.of(target)) {
      long bytes;
      try (OutputStream plain = Files.newOutputStream(temporary.path());
          OutputStream text =
              out.endsWith(".gz") ? new GZIPOutputStream(plain, 256 << 10) : plain) {
        bytes =
            form.write(
                input.reader(),
                text,
                new RoomCheck(input.name(), input.reader(), target, progress));
      }
      temporary.commit();
      to.printf(
          "%s: %,d records, %,d bytes in keys and values, %,d bytes on disk%n",
          out, input.reader().counts().records(), bytes, Files.size(target));
      to.flush();
    }
  }
}
