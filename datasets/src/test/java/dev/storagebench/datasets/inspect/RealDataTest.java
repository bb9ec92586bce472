package dev.storagebench.datasets.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.inspect.InspectionReport.SizeSummary;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published files; skipped where STORAGE_BENCH_REAL_DATA names no folder that has them. */
class RealDataTest {

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
}
