package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.datasets.packed.PackedSummary;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class BenchRunTest {
  private static Object store(String memory, String writeBuffer) {
    Map<String, String> parameters = Workloads.defaults("PointRead");
    parameters.put("engine", "noop");
    parameters.put("memory", memory);
    parameters.put("writeBuffer", writeBuffer);
    return PreparedStores.identity(
        new Cell(
            "PointRead", Mode.Throughput, 1, new Parameters(parameters), Cell.Timing.SHOT, 1, 0),
        new PackedSummary(1000, 10 << 20, 90 << 20, 100, 9000, "0123456789abcdef", null));
  }

  @Test
  void aShareOfTooLittleDataIsRefusedWithTheRecordsThatSuffice() {
    Map<String, String> parameters = Workloads.defaults("PointRead");
    parameters.put("engine", "noop");
    parameters.put("memory", "0.33x");
    Cell cell =
        new Cell(
            "PointRead", Mode.Throughput, 1, new Parameters(parameters), Cell.Timing.SHOT, 1, 0);
    PackedSummary little =
        new PackedSummary(1000, 1 << 20, 1 << 20, 100, 9000, "0123456789abcdef", null);
    String why = PreparedStores.unsupported(cell, little).orElseThrow().message();
    Matcher records = Pattern.compile("at least ([0-9,]+) records").matcher(why);
    assertThat(records.find()).as(why).isTrue();
    long enough = Long.parseLong(records.group(1).replace(",", ""));
    PackedSummary more =
        new PackedSummary(
            enough,
            (enough << 20) / 1000,
            (enough << 20) / 1000,
            100,
            9000,
            "0123456789abcdef",
            null);
    assertThat(PreparedStores.unsupported(cell, more)).isEmpty();
  }

  /** Else the second one would be loaded by its first fork, inside the limit. */
  @Test
  void aLimitOfMemoryThatChangesTheWriteBufferNeedsAStoreOfItsOwn() {
    assertThat(store("none", "auto")).isNotEqualTo(store("64m", "auto"));
    assertThat(store("64m", "auto")).isEqualTo(store("128m", "auto"));
    assertThat(store("none", "8m")).isEqualTo(store("64m", "8m"));
  }
}
