package dev.storagebench.datasets.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.fuzz.Fuzz;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class TraceFuzzIT {
  @TempDir private Path folder;

  @Test
  void traces() {
    Path file = folder.resolve("trace");
    Fuzz.of(
            "traces",
            List.of(
                "\n100,ns:a,4,50,7,get,0\n103,n,s:c,4,0,9,delete,0\n",
                ";unit=ms\ntime,key,op,size,count\n1.5,a,get,10,2\n2,\"b\"\"c\",set,20,1\n",
                ";key=2;op=1;size=3;operations=5;value=1k\nget;a;10\nput;b;20\n"),
            BadInputException.class,
            IllegalArgumentException.class,
            NoSuchFileException.class)
        .at(folder.toString())
        .check(
            500_000,
            input -> {
              int end = Math.max(0, input.indexOf('\n'));
              Fuzz.write(file, Fuzz.bytes(input.substring(Math.min(input.length(), end + 1))));
              TraceOptions options = TraceOptions.parse(file + input.substring(0, end));
              ReadOptions reading =
                  (input.hashCode() & 1) == 0 ? ReadOptions.LENIENT : ReadOptions.STRICT;
              try (TraceReader trace = TraceReader.open(options, reading)) {
                long before = 0;
                while (trace.next()) {
                  assertThat(trace.nanos()).isGreaterThanOrEqualTo(before);
                  before = trace.nanos();
                  assertThat(trace.repeats()).isNotNegative();
                }
              }
            });
  }
}
