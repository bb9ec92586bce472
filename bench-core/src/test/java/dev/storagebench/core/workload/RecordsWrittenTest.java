package dev.storagebench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the disk is owed, without which no rate is sustained. A queue owes nothing: records may be
 * gone before they are written.
 */
class RecordsWrittenTest {
  @ParameterizedTest
  @CsvSource({
    "PointRead, '', 0",
    "PointRead, missing=50 batch=10, 0",
    "Scan, '', 0",
    "Scan, insertPercent=5, 0.05",
    "RandomWrite, '', 1",
    "RandomWrite, batch=100 start=empty, 1",
    "ReadWriteMix, readPercent=95, 0.05",
    "ReadModifyWrite, '', 0.5",
    "Overwrite, '', 1",
    "Queue, '', 0"
  })
  void anOperationWrites(String benchmark, String given, double records) {
    Map<String, String> parameters =
        Arrays.stream(given.split(" "))
            .filter(each -> !each.isEmpty())
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(each -> each[0], each -> each[1]));
    assertThat(Workloads.find(benchmark).orElseThrow().recordsWritten(new Parameters(parameters)))
        .isCloseTo(records, within(1e-9));
  }
}
