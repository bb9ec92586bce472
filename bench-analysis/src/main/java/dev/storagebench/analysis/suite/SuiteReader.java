package dev.storagebench.analysis.suite;

import static dev.storagebench.core.text.NearestName.require;

import dev.storagebench.analysis.suite.Suite.Contender;
import dev.storagebench.analysis.suite.Suite.Rounds;
import dev.storagebench.analysis.suite.Suite.Scale;
import dev.storagebench.analysis.suite.Suite.Timing;
import dev.storagebench.analysis.suite.Suite.Workload;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.WorkloadType;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.noop.NoopEngine;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;

/**
 * Reads suite files. A mistake is an {@link IllegalArgumentException} with file, line, column, the
 * value and the valid ones. {@code suite.schema.json} beside the suites describes the same form for
 * editors.
 */
public final class SuiteReader {
  private static final Map<String, Mode> MODES =
      new TreeMap<>(Map.of("throughput", Mode.Throughput, "service-time", Mode.SampleTime));
  private static final String EMBEDDED = "embedded";

  /** More rounds than any run needs. */
  public static final int MAX_ROUNDS = 10_000;

  static final int MAX_STORES = 100;
  private static final Pattern TIME = Pattern.compile("(\\d{1,6}(?:\\.\\d+)?)(ms|s|m|h)");
  private static final Map<String, Integer> UNIT_MILLIS =
      Map.of("ms", 1, "s", 1000, "m", 60_000, "h", 3_600_000);

  private final Function<String, String> files;

  /**
   * A reader.
   *
   * @param files reads a file that a suite names, relative to the suite
   */
  public SuiteReader(Function<String, String> files) {
    this.files = files;
  }

  /**
   * Reads a suite.
   *
   * @param file its name in messages
   */
  public Suite read(String file, String yaml) {
    YamlNode root =
        YamlNode.parse(file, yaml)
            .only(
                "a suite",
                "name title source about candidates others scale conditions labels workloads stages"
                    + " timing views published");
    Map<String, List<String>> conditions = conditions(root.at("conditions"));
    List<Workload> workloads = new ArrayList<>();
    boolean chained = !root.at("stages").isAbsent();
    if (!chained || !root.at("workloads").isAbsent()) {
      workloads.addAll(workloads(root.required("workloads"), false));
    }
    if (chained) {
      workloads.addAll(workloads(root.at("stages"), true));
    }
    List<Published> published = published(root);
    SuiteInfo info =
        new SuiteInfo(
            root.required("name").scalar(),
            root.required("title").scalar(),
            root.text("source", ""),
            root.text("about", ""),
            ViewReader.views(root, published),
            published,
            root.at("scale").text("published", ""),
            root.at("labels")
                .only("labels", ViewReader.dimensions())
                .map((dimension, labels) -> labels.texts()));
    Suite suite =
        new Suite(
            info,
            contenders(root),
            root.text("others", ""),
            scale(root.at("scale")),
            conditions,
            workloads,
            timing(root.required("timing")));
    requireValues(root, suite);
    return suite;
  }

  /** Views are made after the run; a name that would select nothing is an error before it. */
  private static void requireValues(YamlNode root, Suite suite) {
    // No engine has to be available to know the cells.
    Overrides any = Overrides.of(NoopEngine.NAME);
    List<Cell> cells = root.at("conditions").require(() -> SuitePlan.of(suite, any).plan().cells());
    for (YamlNode view : root.at("views").list()) {
      for (Map.Entry<String, YamlNode> where : view.at("where").fields().entrySet()) {
        Set<String> valid = values(where.getKey(), suite, cells);
        where.getValue().list(text -> require(where.getKey(), text, valid));
      }
      view.as(
          "reference", "", text -> require("candidate", text, values("candidate", suite, cells)));
    }
  }

  /** The values of a dimension in a suite's cells and published figures. */
  private static Set<String> values(String dimension, Suite suite, List<Cell> cells) {
    Set<String> values = new LinkedHashSet<>();
    List<Candidate> candidates =
        suite.contenders().isEmpty()
            ? Engines.all().stream().map(engine -> Candidate.of(engine.name())).toList()
            : suite.contenders().values().stream().map(Contender::candidate).toList();
    switch (dimension) {
      case "candidate" -> candidates.forEach(each -> values.add(each.label()));
      case "engine" -> candidates.forEach(each -> values.add(each.engine()));
      default -> cells.forEach(cell -> values.add(cell.value(dimension)));
    }
    suite.info().published().stream()
        .flatMap(one -> one.rows().stream())
        .map(row -> row.get(dimension))
        .filter(Objects::nonNull)
        .forEach(values::add);
    return values;
  }

  private static Scale scale(YamlNode node) {
    return node.only("scale", "factor records published").isMap()
        ? new Scale(
            node.required("factor").as(Double::parseDouble),
            node.required("records").as(Long::parseLong))
        : new Scale(1, 0);
  }

  private static Map<String, Contender> contenders(YamlNode root) {
    YamlNode node = root.required("candidates");
    Set<String> workloads = new LinkedHashSet<>(root.at("workloads").fields().keySet());
    workloads.addAll(root.at("stages").fields().keySet());
    List<Contender> listed = new ArrayList<>();
    if (node.isMap()) {
      node.fields().forEach((label, each) -> listed.add(contender(label, each, workloads)));
    } else if (!EMBEDDED.equals(node.text())) {
      node.list().forEach(each -> listed.add(contender(null, each, workloads)));
    }
    Map<String, Contender> byLabel = new LinkedHashMap<>();
    listed.forEach(each -> byLabel.put(each.candidate().label(), each));
    List<Candidate> candidates = listed.stream().map(Contender::candidate).toList();
    node.require(
        () -> {
          Candidate.requireLabels(candidates);
          return candidates;
        });
    return byLabel;
  }

  /**
   * A candidate of a suite.
   *
   * @param label null for its own
   * @param workloads the names of all, of which it may take part in some
   */
  private static Contender contender(@Nullable String label, YamlNode node, Set<String> workloads) {
    Candidate given = node.text() == null ? structured(node) : node.as(Candidate::parse);
    Candidate candidate = label == null ? given : node.require(() -> given.named(label));
    return new Contender(
        node.require(() -> asText(candidate)),
        node.flag("optional"),
        node.flag(Parameter.NEAREST.key()),
        new Rounds(
            node.number("from", 1, MAX_ROUNDS) - 1,
            node.number("rounds", Rounds.ALL.most(), MAX_ROUNDS)),
        node.fields().containsKey("workloads")
            ? node.at("workloads").list(name -> require("workload", name, workloads))
            : null);
  }

  /** Cells carry a candidate as text. */
  private static Candidate asText(Candidate candidate) {
    if (!Candidate.parse(candidate.toString()).equals(candidate)) {
      throw new IllegalArgumentException(
          "candidate '%s' would be read as another one: an option must not contain ; outside brackets, nor leading or trailing spaces"
              .formatted(candidate));
    }
    Engines.of(candidate);
    return candidate;
  }

  private static Candidate structured(YamlNode node) {
    node.only("a candidate", "label engine version options optional nearest rounds from workloads");
    Map<String, String> options = node.at("options").texts();
    String engine = node.required("engine").scalar();
    String version = node.text("version", "");
    return node.require(
        () -> {
          Candidate unnamed = new Candidate("-", engine, version, options);
          return unnamed.named(node.text("label", unnamed.spec()));
        });
  }

  private static Map<String, List<String>> conditions(YamlNode node) {
    Set<String> valid = Workloads.parameterNames();
    valid.remove("engine");
    valid.add(Suite.THREADS);
    return node.only("conditions", valid)
        .map((name, values) -> values.list(text -> checked(name, text)));
  }

  /**
   * Checks a value of a parameter that several benchmarks have.
   *
   * @throws IllegalArgumentException if it is not valid
   */
  static String checked(String name, String value) {
    // The valid distributions and batches depend on the benchmark.
    return List.of("distribution", "batch").contains(name)
        ? value
        : checked(Workloads.readOnly(), Map.of(), name, value);
  }

  /** Checks a value beside the first ones of the workload's parameters before it. */
  private static String checked(
      String benchmark, Map<String, List<String>> before, String name, String value) {
    Map<String, String> parameters = new LinkedHashMap<>(Workloads.defaults(benchmark));
    before.forEach(
        (other, values) ->
            values.stream().findFirst().ifPresent(first -> parameters.replace(other, first)));
    if (name.equals(Suite.THREADS)) {
      threads(value);
    } else if (!value.contains("{records}") && parameters.replace(name, value) != null) {
      Parameters asked = new Parameters(parameters);
      asked.get(Parameter.DATASET).recordFormat();
      Workloads.named(benchmark).validate(asked);
    }
    return value;
  }

  static int threads(String value) {
    return value.equals("auto")
        ? Math.min(8, Runtime.getRuntime().availableProcessors())
        : (int) Parameter.whole(Suite.THREADS, value, 1, Cell.MAX_THREADS);
  }

  private static Collection<Workload> workloads(YamlNode node, boolean stages) {
    if (!node.isMap()) {
      throw node.position().mistake("expected a map of workloads by name");
    }
    return node.map((name, each) -> workload(name, each, stages)).values();
  }

  private static Workload workload(String name, YamlNode node, boolean isStage) {
    WorkloadType type = (node.isMap() ? node.required("benchmark") : node).as(Workloads::named);
    Set<String> own = Workloads.defaults(type.name()).keySet();
    Set<String> valid = YamlNode.words("benchmark mode atRates p99 rounds measure threads");
    valid.addAll(own);
    valid.remove("engine");
    if (node.isMap()) {
      node.only("workload " + name, valid);
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String field : node.fields().keySet()) {
      if (own.contains(field) || field.equals(Suite.THREADS)) {
        parameters.put(
            field, node.at(field).list(text -> checked(type.name(), parameters, field, text)));
      }
    }
    return new Workload(
        name,
        type.name(),
        type.isSingleShot()
            ? Mode.SingleShotTime
            : node.as(
                "mode", Mode.Throughput, text -> MODES.get(require("mode", text, MODES.keySet()))),
        node.flag("atRates"),
        node.flag("p99"),
        node.number("rounds", 0, 1000),
        parameters,
        node.as("measure", Optional.empty(), text -> Optional.of(time(text))),
        isStage);
  }

  private static Timing timing(YamlNode node) {
    node.only("timing", "rounds iterations warmUp measure total stores control");
    return new Timing(
        node.number("rounds", 1, MAX_ROUNDS),
        node.number("iterations", 5, 10_000),
        node.as("warmUp", Duration.ZERO, SuiteReader::time),
        node.as("measure", Duration.ofSeconds(10), SuiteReader::time),
        node.as("total", Optional.empty(), text -> Optional.of(time(text))),
        node.number("stores", 1, MAX_STORES),
        node.flag("control"));
  }

  /**
   * Reads a time.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Duration time(String text) {
    Matcher time = TIME.matcher(text.strip());
    if (!time.matches()) {
      throw new IllegalArgumentException(
          "invalid time '%s' (expected 500ms, 90s, 3.5m or 2h)".formatted(text));
    }
    double number = Double.parseDouble(time.group(1));
    return Duration.ofMillis(Math.round(number * UNIT_MILLIS.get(time.group(2))));
  }

  private List<Published> published(YamlNode root) {
    return root.at("published").list().stream()
        .map(each -> each.only("published figures", "name title file candidates"))
        .map(
            each ->
                new Published(
                    each.required("name").scalar(),
                    each.required("title").scalar(),
                    each.required("file").as(name -> rows(name, files.apply(name))),
                    each.at("candidates").texts()))
        .toList();
  }

  private static List<Map<String, String>> rows(String file, String csv) {
    try (CSVParser parser =
        CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(csv))) {
      return parser.stream().map(CSVRecord::toMap).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
