package dev.storagebench.datasets.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.convert.Conversion;
import dev.storagebench.datasets.convert.OutputForm;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published files; skipped where STORAGE_BENCH_REAL_DATA names no folder that has them. */
class RealDataTest {
  @TempDir private Path folder;

  private static Path file(String name) {
    String real = System.getenv("STORAGE_BENCH_REAL_DATA");
    assumeTrue(real != null, "STORAGE_BENCH_REAL_DATA is not set");
    Path file = Path.of(real, name);
    assumeTrue(Files.exists(file), () -> "there is no " + file);
    return file;
  }

  private static InspectionReport inspect(Path file) throws IOException {
    try (DataInput input = DataInput.open(file.toString(), ReadOptions.LENIENT)) {
      return Inspection.of(input, false, PackingProgress.NONE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "amazon/finefoods-1001.snap.txt, SNAP blocks, , 1001, 0, 25",
    "amazon/musical-instruments-50.2014.json, JSON lines, , 50, 0, 0",
    "amazon/fashion-3176.2018.json.gz, JSON lines, gzip, 3176, 0, 134",
    "amazon/software-400.2018.json, JSON lines, , 400, 0, ",
    "amazon/reviews-2392.2023.jsonl, JSON lines, , 2392, 0, ",
    "wikipedia/enwiki-206-pages.xml.bz2, MediaWiki XML, bzip2, 206, 0, 0",
    "wikipedia/enwiki-206-pages-multistream.xml.bz2, MediaWiki XML, bzip2, 206, 0, 0",
    "wikipedia/ltgwiki-2004-pages-multistream.xml.bz2, MediaWiki XML, bzip2, 2004, 0, 0",
    "wikipedia/viwiki-truncated.xml, MediaWiki XML, , 10, 1, 0",
  })
  void countsAreThoseKnown(
      String name, String form, String compression, long records, long bad, Long duplicates)
      throws IOException {
    InspectionReport report = inspect(file(name));
    assertThat(report.form()).contains(form);
    assertThat(report.compression().orElse(null)).isEqualTo(compression);
    assertThat(report.records()).isEqualTo(records);
    assertThat(report.badRecords()).isEqualTo(bad);
    if (duplicates != null) {
      assertThat(report.duplicateKeys()).isEqualTo(duplicates);
    }
  }

  @Test
  void percentilesOfFineFoodsAreThoseKnown() throws IOException {
    SizeSummary sizes = inspect(file("amazon/finefoods-1001.snap.txt")).valueBytes();
    assertThat(sizes.mean()).isBetween(453.5, 454.5);
    assertThat(sizes.p99()).isEqualTo(1969);
    assertThat(sizes.max()).isEqualTo(5407);
  }

  @ParameterizedTest
  @CsvSource({
    "amazon/finefoods-1001.snap.txt, SNAP",
    "amazon/musical-instruments-50.2014.json, JSONL",
    "amazon/fashion-3176.2018.json.gz, JSONL",
    "amazon/reviews-2392.2023.jsonl, JSONL",
    "wikipedia/ltgwiki-2004-pages-multistream.xml.bz2, ARTICLES",
  })
  void realRecordsComeBackTheSame(String name, OutputForm form) throws IOException {
    Path real = file(name);
    Path out = folder.resolve("out.gz");
    try (DataInput input = DataInput.open(real.toString(), ReadOptions.STRICT)) {
      new Conversion(input, PackingProgress.NONE).write(form, out, false);
    }
    try (DataInput first = DataInput.open(real.toString(), ReadOptions.STRICT);
        DataInput second = DataInput.open(out.toString(), ReadOptions.STRICT)) {
      while (first.reader().next()) {
        assertThat(second.reader().next()).isTrue();
        assertThat(second.reader().key()).isEqualTo(first.reader().key());
        assertThat(second.reader().value()).isEqualTo(first.reader().value());
      }
      assertThat(second.reader().next()).isFalse();
    }
  }

  @Test
  void fineFoodsComeBackByteForByte() throws IOException {
    Path real = file("amazon/finefoods-1001.snap.txt");
    Path out = folder.resolve("out.snap");
    try (DataInput input = DataInput.open(real.toString(), ReadOptions.STRICT)) {
      new Conversion(input, PackingProgress.NONE).write(OutputForm.SNAP, out, false);
    }
    assertThat(out).hasSameBinaryContentAs(real);
  }
}
