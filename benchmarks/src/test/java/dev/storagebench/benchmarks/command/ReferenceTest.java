package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import dev.storagebench.analysis.suite.Overrides;
import dev.storagebench.analysis.suite.Suite;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.analysis.suite.SuiteReader;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.SizeSpec;
import dev.storagebench.core.noop.NoopEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * {@code docs/reference.yaml} has every key of a suite: its text is that of the schema, its default
 * and its range are those of the code.
 */
class ReferenceTest {
  private static final Path FILE = Path.of("../docs/reference.yaml");
  private static final YAMLMapper YAML = YAMLMapper.builder().build();
  private static final Pattern LINE = Pattern.compile("( *)(- )?([A-Za-z0-9]+):(.*)");
  private static final Pattern RANGE = Pattern.compile("(\\d+[km]?) to (\\d+[km]?)");
  private static final String WRONG = "no-such-value";
  private static final Map<String, List<String>> KINDS =
      Map.of(
          "a size", List.of("64m", "0.5g", "0.5x", "0.5x+160m"),
          "a time", List.of("500ms", "90s", "3.5m", "2h"),
          "a rate", List.of("500", "50k", "1m"),
          "a parameter", List.of("memory", "dataset", "readPercent"));

  /**
   * A key of the reference.
   *
   * @param path in the file, as a JSON pointer without the key
   * @param text the comment above it
   * @param clauses of the comment behind it
   */
  private record Entry(String path, String key, String text, List<String> clauses) {
    /** The part of the schema that has the key. */
    String section() {
      String[] parts = path.split("/", -1);
      return parts.length < 2
          ? "suite"
          : parts[1].equals("workloads")
                  && !List.of("benchmark", "mode", "atRates", "p99", "rounds", "measure")
                      .contains(key)
              ? "conditions"
              : parts[1];
    }

    /** What the clauses of this kind say, without the word that they begin with. */
    Optional<String> clause(String word) {
      return clauses.stream()
          .filter(each -> each.startsWith(word))
          .map(each -> each.substring(word.length()).strip())
          .findFirst();
    }

    boolean isParameter() {
      return section().equals("conditions");
    }

    @Override
    public String toString() {
      return path + "/" + key;
    }
  }

  /** A place in the file. */
  private record Level(int indent, String path) {}

  private static List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    Deque<Level> levels = new ArrayDeque<>(List.of(new Level(-1, "")));
    List<String> text = new ArrayList<>();
    int item = 0;
    for (String line : Files.readAllLines(FILE)) {
      Matcher key = LINE.matcher(line);
      if (line.strip().startsWith("#")) {
        text.add(line.strip().substring(1).strip());
        continue;
      }
      if (key.matches()) {
        boolean begins = key.group(2) != null;
        int indent = key.group(1).length() + (begins ? 2 : 0);
        while (levels.element().indent() >= (begins ? indent - 1 : indent)) {
          levels.remove();
        }
        if (begins) {
          // Only first items of lists have comments.
          levels.push(new Level(indent - 1, levels.element().path() + "/" + item));
        }
        String path = levels.element().path();
        levels.push(new Level(indent, path + "/" + key.group(3)));
        String[] value = key.group(4).split(" # ", 2);
        if (value.length == 2) {
          List<String> clauses =
              Stream.of(value[1].split("; (?=one of|such as|default|\\d)", -1)).toList();
          entries.add(new Entry(path, key.group(3), String.join(" ", text), clauses));
        }
      }
      text.clear();
    }
    return entries;
  }

  /** The schema's properties by section and name. */
  private static Map<String, JsonNode> schema() throws IOException {
    JsonNode schema = JsonMapper.builder().build().readTree(SuiteSchemaTest.schemaText());
    JsonNode properties = schema.get("properties");
    Map<String, JsonNode> sections =
        Map.of(
            "suite", properties,
            "scale", properties.at("/scale/properties"),
            "timing", properties.at("/timing/properties"),
            "views", properties.at("/views/items/properties"),
            "published", properties.at("/published/items/properties"),
            "candidates", schema.at("/$defs/candidate/oneOf/1/properties"),
            "workloads", properties.at("/workloads/additionalProperties/oneOf/1/properties"),
            "conditions", schema.at("/$defs/parameters/properties"));
    Map<String, JsonNode> all = new TreeMap<>();
    sections.forEach(
        (section, keys) ->
            keys.properties()
                .forEach(each -> all.put(section + " " + each.getKey(), each.getValue())));
    return all;
  }

  private static ObjectNode file() throws IOException {
    return (ObjectNode) YAML.readTree(Files.readString(FILE));
  }

  private static Suite read(ObjectNode file) {
    return new SuiteReader(name -> "memory,candidate,p99\ntight,RocksDB,300\n")
        .read("reference.yaml", YAML.writeValueAsString(file));
  }

  /** Why a file is refused; empty if it is read. */
  private static String refusal(ObjectNode file) {
    try {
      read(file);
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String refusal(Entry entry, String value) throws IOException {
    ObjectNode file = file();
    ((ObjectNode) file.at(entry.path())).put(entry.key(), value);
    return refusal(file);
  }

  private static ObjectNode without(Entry entry) throws IOException {
    ObjectNode file = file();
    ((ObjectNode) file.at(entry.path())).remove(entry.key());
    if (entry.toString().equals("/published")) {
      // They ask for published figures.
      file.remove("views");
    }
    if (entry.toString().equals("/workloads")) {
      // A candidate takes part in some of them.
      ((ObjectNode) file.at("/candidates/0")).remove("workloads");
    }
    return file;
  }

  /** What a suite asks for, with the defaults of parameters that it does not name. */
  private static SuitePlan plan(Suite suite) {
    return SuitePlan.of(suite, Overrides.of(NoopEngine.NAME));
  }

  @Test
  void everyKeyIsThereOnceWithTheTextOfTheSchema() throws IOException {
    Map<String, JsonNode> schema = schema();
    assertThat(entries().stream().map(each -> each.section() + " " + each.key()))
        .containsExactlyInAnyOrderElementsOf(schema.keySet());
    for (Entry entry : entries()) {
      assertThat(entry.text())
          .as(entry.toString())
          .isNotEmpty()
          .isEqualTo(schema.get(entry.section() + " " + entry.key()).get("description").asString());
    }
  }

  @Test
  void editorsAndTheReaderAcceptIt() throws IOException {
    assertThat(SuiteSchemaTest.schema().validate(file().toString(), InputFormat.JSON)).isEmpty();
    assertThat(refusal(file())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("entries")
  void aRangeHoldsAllThatIsValidAndNothingElse(Entry entry) throws IOException {
    List<String> valid = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    Optional<String> closed = entry.clause("one of");
    Stream.of(closed, entry.clause("such as"))
        .flatMap(Optional::stream)
        .flatMap(values -> Stream.of(values.split(", ", -1)))
        .forEach(value -> valid.addAll(KINDS.getOrDefault(value, List.of(value))));
    closed.ifPresent(values -> wrong.add(WRONG));
    for (String clause : entry.clauses()) {
      Matcher range = RANGE.matcher(clause);
      if (range.matches()) {
        long min = SizeSpec.parse(range.group(1)).fixedBytes();
        long max = SizeSpec.parse(range.group(2)).fixedBytes();
        valid.addAll(List.of("" + min, "" + max));
        wrong.addAll(List.of("" + (min - 1), "" + (max + 1), WRONG));
      }
    }
    boolean hasKeysOfItsOwn = file().at(entry.toString()).isContainer() && valid.isEmpty();
    assertThat(valid.isEmpty()).as("%s has a range", entry).isEqualTo(hasKeysOfItsOwn);
    for (String value : valid) {
      assertThat(refusal(entry, value)).as("%s: %s", entry, value).isEmpty();
    }
    for (String value : wrong) {
      assertThat(refusal(entry, value)).as("%s: %s", entry, value).contains(value);
    }
  }

  @ParameterizedTest
  @MethodSource("entries")
  void whatIsShownIsTheDefaultUnlessAnotherOneIsNamed(Entry entry) throws IOException {
    if (entry.clauses().contains("required")) {
      assertThat(refusal(without(entry))).contains("'" + entry.key() + "' is missing");
      return;
    }
    assertThat(refusal(without(entry))).as(entry.toString()).isEmpty();
    if (entry.clause("default").isPresent()) {
      return;
    }
    if (entry.isParameter()) {
      assertThat(plan(read(without(entry))).plan())
          .as(entry.toString())
          .isEqualTo(plan(read(file())).plan());
    } else {
      assertThat(read(without(entry))).as(entry.toString()).isEqualTo(read(file()));
    }
  }

  @Test
  void parametersHaveTheDefaultsOfTheirDefinitions() throws IOException {
    Map<String, List<String>> defaults = new TreeMap<>();
    for (Entry entry : entries()) {
      JsonNode value = file().at(entry.toString());
      if (entry.isParameter()) {
        defaults.put(
            entry.key(),
            value.isArray()
                ? value.valueStream().map(JsonNode::asString).toList()
                : List.of(value.asString()));
      }
    }
    for (Parameter<?> parameter : Parameter.all()) {
      // Candidates and --seed; the layout of tables depends on the benchmark.
      if (!Set.of(Parameter.ENGINE, Parameter.SEED, Parameter.TABLE).contains(parameter)) {
        assertThat(defaults).containsEntry(parameter.key(), parameter.defaults());
      }
    }
  }
}
