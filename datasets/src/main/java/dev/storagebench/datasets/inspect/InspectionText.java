package dev.storagebench.datasets.inspect;

import dev.storagebench.datasets.inspect.InspectionReport.SizeSummary;
import java.util.Locale;

/** A report as text, at most 80 columns wide except for names and messages. */
public final class InspectionText {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private final StringBuilder text = new StringBuilder();

  private InspectionText(InspectionReport report) {
    line("input        %s", report.input());
    line(
        "format       %s",
        report.format() + report.form().map(form -> " (" + form + ")").orElse(""));
    line("compression  %s", report.compression().orElse("none") + onDisk(report));
    line("records      %,d", report.records());
    line("duplicates   %,d records with a key seen before", report.duplicateKeys());
    report.keyWarning().ifPresent(warning -> line("WARNING      %s", warning));
    line("raw bytes    %s in keys and values", bytes(report.rawBytes()));
    report.notes().forEach((what, count) -> line("note         %,d × %s", count, what));
    addBadRecords(report);
    line("");
    line(
        "%-6s%9s%8s%8s%8s%8s%9s%11s%11s",
        "bytes", "min", "p10", "p50", "p90", "p99", "p99.9", "max", "mean");
    addSizes("key", report.keyBytes());
    addSizes("value", report.valueBytes());
  }

  /** Lines with LF, the last one too. */
  public static String of(InspectionReport report) {
    return new InspectionText(report).text.toString();
  }

  private static String onDisk(InspectionReport report) {
    return report.fileBytes().isPresent()
        ? ", " + bytes(report.fileBytes().getAsLong()) + " on disk"
        : "";
  }

  private void addBadRecords(InspectionReport report) {
    line("bad records  %,d", report.badRecords());
    report.firstBadRecords().forEach(bad -> line("  %s", bad));
    long more = report.badRecords() - report.firstBadRecords().size();
    if (more > 0) {
      line("  … and %,d more", more);
    }
    report
        .damage()
        .ifPresent(
            damage -> line("DAMAGED      all figures cover the records before it: %s", damage));
  }

  private void addSizes(String what, SizeSummary sizes) {
    line(
        "%-6s%9d%8d%8d%8d%8d%9d%11d%11.1f",
        what,
        sizes.min(),
        sizes.p10(),
        sizes.p50(),
        sizes.p90(),
        sizes.p99(),
        sizes.p999(),
        sizes.max(),
        sizes.mean());
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }

  private static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int unit = Math.min(UNITS.length - 1, Math.getExponent((double) bytes) / 10);
    double scaled = Math.scalb((double) bytes, -10 * unit);
    return String.format(Locale.ROOT, "%,d B (%.1f %s)", bytes, scaled, UNITS[unit]);
  }
}
