package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves for other programs. */
class RunFilesTest {
  @TempDir private Path folder = Path.of("");

  private static Schema schema() throws IOException {
    try (InputStream in = Manifest.class.getResourceAsStream("run.schema.json")) {
      assertThat(in).isNotNull();
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
    }
  }

  private String manifest() throws IOException {
    RunFolder run = new RunFolder(folder);
    run.write(SampleRun.ofSuite());
    return Files.readString(run.manifest());
  }

  @Test
  void aManifestIsValidByItsSchema() throws IOException {
    assertThat(schema().validate(manifest(), InputFormat.JSON)).isEmpty();
  }

  @Test
  void theSchemaFindsWhatIsWrong() throws IOException {
    String wrong =
        manifest()
            .replaceFirst("\"status\" : \"MEASURED\"", "\"status\" : \"MEASURD\"")
            .replaceFirst("\"format\" : 1", "\"format\" : \"1\"");
    assertThat(schema().validate(wrong, InputFormat.JSON))
        .extracting(Error::getInstanceLocation)
        .extracting(Object::toString)
        .contains("/format", "/results/0/status");
  }

  @Test
  void markdownHasARowForEachWorkloadAndNoMarkupOfOthers() {
    String text = RunText.of(Analysis.of(SampleRun.whole())).markdown();
    assertThat(text)
        .contains(
            "#### Speed relative to the best",
            "| PointRead, 8 threads, memory fits | 1.00 | 0.25 (",
            "#### Scores")
        .doesNotContain("- the machine: </script>");
    // Each table has as many cells in every row as in its head.
    String above = "";
    for (String line : text.lines().toList()) {
      if (line.startsWith("|") && above.startsWith("|")) {
        assertThat(cells(line)).as(line).isEqualTo(cells(above));
      }
      above = line;
    }
  }

  private static long cells(String line) {
    return line.replace("\\|", "").chars().filter(c -> c == '|').count();
  }
}
