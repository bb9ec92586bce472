package dev.storagebench.benchmarks;

import dev.storagebench.datasets.convert.Conversion;
import dev.storagebench.datasets.convert.ConversionReport;
import dev.storagebench.datasets.convert.OutputForm;
import dev.storagebench.datasets.packed.Duplicates;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The output of a {@code data} command. */
final class DataTarget {
  private static final String STANDARD_OUTPUT = "-";

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      description =
          "records (a packed record file), snap, jsonl or articles (text; gzip if OUT ends in .gz);"
              + " by default what OUT's name ends in.")
  private @Nullable OutputForm form;

  @Option(names = "--force", description = "Replaces OUT if it is there.")
  private boolean force;

  /**
   * The form to write.
   *
   * @param streamed the form for standard output where none is named; null if there is none
   * @throws IllegalArgumentException if it can neither be told nor written
   */
  OutputForm form(String out, @Nullable OutputForm streamed) {
    OutputForm found = form;
    if (found == null) {
      found = out.equals(STANDARD_OUTPUT) ? streamed : OutputForm.ofName(out).orElse(null);
    }
    if (found == null) {
      throw new IllegalArgumentException(
          "'%s' does not tell the form to write; name it with --to: %s"
              .formatted(out, OutputForm.list()));
    }
    if (out.equals(STANDARD_OUTPUT) && !found.isText()) {
      throw new IllegalArgumentException(
          "a packed record file cannot be written to standard output; name a file");
    }
    return found;
  }

  /** Writes, and tells what was written. */
  void write(Conversion conversion, OutputForm to, String out, Duplicates duplicates)
      throws IOException {
    if (out.equals(STANDARD_OUTPUT)) {
      // Bytes, not characters; not closed, as it is not ours.
      OutputStream bytes = new FileOutputStream(FileDescriptor.out);
      tell(spec.commandLine().getErr(), "standard output", conversion.write(to, bytes));
      return;
    }
    Path target = Path.of(out);
    tell(
        spec.commandLine().getOut(),
        out,
        to.isText()
            ? conversion.write(to, target, force)
            : conversion.pack(target, duplicates, force));
  }

  private static void tell(PrintWriter to, String name, ConversionReport report) {
    to.printf(
        "%s: %,d records, %,d bytes in keys and values", name, report.records(), report.rawBytes());
    tell(to, ", %,d bytes on disk", report.fileBytes());
    tell(to, ", %,d keys seen before", report.duplicateKeys());
    if (report.badRecords() > 0) {
      to.printf(", %,d bad records left out", report.badRecords());
    }
    to.println();
    to.flush();
  }

  @SuppressWarnings("FormatStringAnnotation")
  private static void tell(PrintWriter to, String format, OptionalLong figure) {
    figure.ifPresent(value -> to.printf(format, value));
  }
}
