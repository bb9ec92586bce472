package dev.storagebench.analysis.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.datasets.fuzz.Fuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Folders of runs from elsewhere, and what is made of them. */
@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class RunFolderFuzzIT {
  private static final String BETWEEN = "\n\u0001\n";

  @TempDir private Path temporary;

  @Test
  void runs() throws IOException {
    RunFolder folder = new RunFolder(temporary);
    Path manifest = temporary.resolve("run.json");
    Path log = temporary.resolve("cells.jsonl");
    List<CellResult> sample = SampleRun.whole().results();
    List<CellResult> results =
        List.of(sample.get(0), sample.get(1), sample.get(2), sample.get(sample.size() - 1));
    folder.write(Runs.run("cpu", results.subList(0, 1)));
    String small = Files.readString(manifest);
    folder.write(Runs.run("cpu", results));
    JsonMapper json = JsonMapper.builder().build();
    for (CellResult each : results) {
      Files.writeString(
          log,
          json.writeValueAsString(each) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    Fuzz.of(
            "run folders",
            List.of(
                Fuzz.text(
                    (Files.readString(manifest) + BETWEEN + Files.readString(log)).getBytes(UTF_8)),
                Fuzz.text((small + BETWEEN).getBytes(UTF_8))),
            IOException.class,
            IllegalArgumentException.class)
        .check(
            100_000,
            input -> {
              int between = input.indexOf(BETWEEN);
              int end = between < 0 ? input.length() / 2 : between;
              int start = between < 0 ? end : between + BETWEEN.length();
              Fuzz.write(manifest, Fuzz.bytes(input.substring(0, end)));
              Fuzz.write(log, Fuzz.bytes(input.substring(start)));
              assertThat(StoredRun.read(temporary)).isNotNull();
            });
  }
}
