package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Workloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The schema of suite files for editors: it accepts what is valid, and documents what there is. */
class SuiteSchemaTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  private static List<String> suites() throws IOException {
    return SuiteFiles.names();
  }

  @ParameterizedTest
  @MethodSource("suites")
  void theSchemaForEditorsAcceptsEverySuite(String name) throws IOException {
    String json = JSON.writeValueAsString(YAML.readTree(SuiteFiles.text(name)));
    assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    assertThat(schema().validate(json.replace("candidates", "contenders"), InputFormat.JSON))
        .isNotEmpty();
    assertThat(
            schema()
                .validate(
                    json.replace("PointRead", "PointRaed").replace("\"benchmark\"", "\"bench\""),
                    InputFormat.JSON))
        .isNotEmpty();
  }

  @Test
  void theSchemaHasEveryBenchmarkAndParameter() throws IOException {
    JsonNode definitions = JSON.readTree(schemaText()).get("$defs");
    assertThat(definitions.get("benchmark").get("enum").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrderElementsOf(Workloads.names());
    Set<String> parameters = new TreeSet<>(Workloads.parameterNames());
    parameters.removeAll(Set.of("engine", "seed"));
    parameters.add("threads");
    assertThat(definitions.get("parameters").get("properties").propertyNames())
        .containsExactlyInAnyOrderElementsOf(parameters);
  }

  @Test
  void everyParameterHasTheDefaultsAndTheTextOfTheRegistry() throws IOException {
    Map<String, Parameter<?>> registry =
        Parameter.all().stream().collect(Collectors.toMap(Parameter::key, each -> each));
    Workloads.parameters()
        .forEach(
            (benchmark, parameters) ->
                parameters.forEach(
                    (name, defaults) -> {
                      assertThat(registry).containsKey(name);
                      List<String> registered = registry.get(name).defaults();
                      // Only a trace begins as it was recorded, only a load has a loader.
                      if (!registered.isEmpty()
                          && !Set.of("Replaystart", "Loadbatch").contains(benchmark + name)) {
                        assertThat(defaults).as(benchmark + " " + name).isEqualTo(registered);
                      }
                    }));
    JsonNode schema = JSON.readTree(schemaText()).get("$defs").get("parameters").get("properties");
    registry.forEach(
        (name, parameter) -> {
          if (schema.has(name)) {
            assertThat(schema.get(name).get("description").asString())
                .isEqualTo(parameter.description());
          }
        });
    assertThat(Files.readString(Path.of("../docs/benchmarks.md"))).contains(parameterTable());
  }

  private static String parameterTable() {
    StringBuilder table = new StringBuilder("| parameter | default | meaning |\n|---|---|---|\n");
    for (Parameter<?> each : Parameter.all()) {
      String defaults = String.join(",", each.defaults());
      table.append(
          "| `%s` | %s | %s |\n"
              .formatted(
                  each.key(), defaults.isEmpty() ? "" : "`" + defaults + "`", each.description()));
    }
    return table.toString();
  }

  static String schemaText() throws IOException {
    try (var in =
        SuiteFiles.class.getResourceAsStream(
            "/dev/storagebench/benchmarks/suites/suite.schema.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static Schema schema() throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schemaText(), InputFormat.JSON);
  }
}
