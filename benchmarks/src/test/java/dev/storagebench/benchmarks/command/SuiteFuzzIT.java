package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.suite.SuiteReader;
import dev.storagebench.datasets.fuzz.Fuzz;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class SuiteFuzzIT {
  private static final String SMALL =
      """
      name: mine
      title: "Mine"
      candidates:
        tuned:
          engine: rocksdb
          version: 9.10.0
          options: {max_background_jobs: 4}
          optional: true
        lmdb: lmdb
      conditions:
        dataset: reviews:records=1000
        memory: [tight, 2g]
        threads: [1, auto]
      workloads:
        read: {benchmark: PointRead, mode: service-time, rounds: 2}
        mix: {benchmark: ReadWriteMix, readPercent: [95, 99]}
      timing: {rounds: 3, iterations: 2, warmUp: 500ms, measure: 1.5s, total: 5m}
      views:
        - {title: Reads, kind: table, figures: [speed], rows: candidate, columns: [memory], where: {workload: ReadWriteMix 95}}
        - {title: Then, kind: bars, figures: p99, rows: candidate, published: old}
      published: [{name: old, title: Old, file: x.csv, candidates: {lmdb: LMDB}}]
      """;

  /** Behind it stands the file that the suite names. */
  private static final String FILE = "# x.csv\n";

  @Test
  void suites() throws IOException {
    Fuzz.of(
            "suite files",
            List.of(
                SMALL + FILE + "candidate,p99\nLMDB,12.5\n\"x,y\",\n",
                SuiteFiles.text("quick"),
                SuiteFiles.text("sweep")),
            IllegalArgumentException.class)
        .at("x.yaml, line ")
        .check(
            150_000,
            input -> {
              int end = input.indexOf(FILE);
              String yaml = end < 0 ? input : input.substring(0, end);
              String csv = end < 0 ? "" : input.substring(end + FILE.length());
              assertThat(new SuiteReader(file -> csv).read("x.yaml", yaml).info()).isNotNull();
            });
  }
}
