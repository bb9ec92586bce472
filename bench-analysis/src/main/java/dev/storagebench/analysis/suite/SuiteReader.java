package dev.storagebench.analysis.suite;

import dev.storagebench.analysis.suite.Suite.Contenders;
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
import dev.storagebench.core.text.NearestName;
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
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
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
    Map<String, List<String>> conditions = conditions(root);
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
            labels(root));
    Suite suite =
        new Suite(info, contenders(root), scale(root), conditions, workloads, timing(root));
    requireValues(root, suite);
    return suite;
  }

  /** Views are made after the run; a name that would select nothing is an error before it. */
  private static void requireValues(YamlNode root, Suite suite) {
    // No engine has to be available to know the cells.
    Overrides any = Overrides.of(NoopEngine.NAME);
    List<Cell> cells = root.at("conditions").require(() -> SuitePlan.of(suite, any).plan().cells());
    for (YamlNode view : root.items("views")) {
      view.at("where")
          .fields()
          .forEach(
              (dimension, values) -> {
                Set<String> valid = values(dimension, suite, cells);
                values.list().forEach(value -> value.as(text -> require(dimension, text, valid)));
              });
      view.as(
          "reference", "", text -> require("candidate", text, values("candidate", suite, cells)));
    }
  }

  private static Map<String, Map<String, String>> labels(YamlNode root) {
    Map<String, Map<String, String>> labels = new LinkedHashMap<>();
    YamlNode node = root.at("labels").only("labels", ViewReader.dimensions());
    node.fields().keySet().forEach(dimension -> labels.put(dimension, node.map(dimension)));
    return labels;
  }

  /** The values of a dimension in a suite's cells and published figures. */
  private static Set<String> values(String dimension, Suite suite, List<Cell> cells) {
    Set<String> values = new LinkedHashSet<>();
    List<Candidate> candidates =
        suite.contenders().listed().isEmpty()
            ? Engines.all().stream().map(engine -> Candidate.of(engine.name())).toList()
            : suite.contenders().listed();
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

  private static Scale scale(YamlNode root) {
    YamlNode scale = root.at("scale").only("scale", "factor records published");
    return scale.isMap()
        ? new Scale(
            scale.required("factor").as(Double::parseDouble),
            scale.required("records").as(Long::parseLong))
        : new Scale(1, 0);
  }

  private static Contenders contenders(YamlNode root) {
    YamlNode node = root.required("candidates");
    List<Candidate> listed = new ArrayList<>();
    Map<String, YamlNode> nodes = new LinkedHashMap<>();
    Map<String, Rounds> rounds = new LinkedHashMap<>();
    if (node.isMap()) {
      node.fields().forEach((label, each) -> add(listed, nodes, rounds, label, each));
    } else if (!(node.isScalar() && node.scalar().equals(EMBEDDED))) {
      node.list().forEach(each -> add(listed, nodes, rounds, null, each));
    }
    node.require(
        () -> {
          Candidate.requireLabels(listed);
          return listed;
        });
    return new Contenders(
        listed,
        flagged(nodes, "optional"),
        flagged(nodes, Parameter.NEAREST.key()),
        rounds,
        workloads(nodes, root),
        root.text("others", ""));
  }

  private static List<String> flagged(Map<String, YamlNode> candidates, String field) {
    return candidates.entrySet().stream()
        .filter(each -> each.getValue().flag(field))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The workloads of candidates that do not take part in all. */
  private static Map<String, List<String>> workloads(Map<String, YamlNode> nodes, YamlNode root) {
    Set<String> known = new LinkedHashSet<>(root.at("workloads").fields().keySet());
    known.addAll(root.at("stages").fields().keySet());
    Map<String, List<String>> workloads = new LinkedHashMap<>();
    nodes.forEach(
        (label, node) -> {
          if (node.isMap() && node.fields().containsKey("workloads")) {
            workloads.put(
                label,
                node.at("workloads").list().stream()
                    .map(each -> each.as(name -> require("workload", name, known)))
                    .toList());
          }
        });
    return workloads;
  }

  private static void add(
      List<Candidate> listed,
      Map<String, YamlNode> nodes,
      Map<String, Rounds> rounds,
      @Nullable String label,
      YamlNode node) {
    Candidate given = node.isScalar() ? node.as(Candidate::parse) : structured(node);
    Candidate candidate =
        label == null
            ? given
            : node.require(
                () -> new Candidate(label, given.engine(), given.version(), given.options()));
    listed.add(node.require(() -> asText(candidate)));
    nodes.put(candidate.label(), node);
    rounds.put(
        candidate.label(),
        new Rounds(
            node.as("from", 1, text -> positive("from", text, MAX_ROUNDS)) - 1,
            node.as("rounds", Rounds.ALL.most(), text -> positive("rounds", text, MAX_ROUNDS))));
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
    Map<String, String> options = node.map("options");
    String engine = node.required("engine").scalar();
    String version = node.text("version", "");
    return node.require(
        () -> {
          Candidate unnamed = new Candidate("-", engine, version, options);
          return new Candidate(node.text("label", unnamed.spec()), engine, version, options);
        });
  }

  private static Map<String, List<String>> conditions(YamlNode root) {
    Map<String, List<String>> conditions = new LinkedHashMap<>();
    Set<String> valid = new TreeSet<>(Workloads.parameterNames());
    valid.remove("engine");
    valid.add(Suite.THREADS);
    root.at("conditions")
        .only("conditions", valid)
        .fields()
        .forEach(
            (name, values) -> {
              values.list().forEach(value -> value.as(text -> checked(name, text)));
              conditions.put(name, values.texts());
            });
    return conditions;
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

  private static int positive(String name, String value, int max) {
    return (int) Parameter.whole(name, value, 1, max);
  }

  static int threads(String value) {
    return value.equals("auto")
        ? Math.min(8, Runtime.getRuntime().availableProcessors())
        : positive(Suite.THREADS, value, Cell.MAX_THREADS);
  }

  private static List<Workload> workloads(YamlNode node, boolean stages) {
    if (!node.isMap()) {
      throw node.position().mistake("expected a map of workloads by name");
    }
    List<Workload> workloads = new ArrayList<>();
    node.fields().forEach((name, each) -> workloads.add(workload(name, each, stages)));
    return workloads;
  }

  private static Workload workload(String name, YamlNode node, boolean isStage) {
    WorkloadType type =
        node.isMap() ? node.required("benchmark").as(Workloads::named) : node.as(Workloads::named);
    Map<String, List<String>> defaults = Workloads.parameters().getOrDefault(type.name(), Map.of());
    Set<String> valid = YamlNode.words("benchmark mode atRates p99 rounds measure threads");
    valid.addAll(new TreeSet<>(defaults.keySet()));
    valid.remove("engine");
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (node.isMap()) {
      node.only("workload " + name, valid)
          .fields()
          .forEach(
              (field, values) -> {
                if (defaults.containsKey(field) || field.equals(Suite.THREADS)) {
                  values
                      .list()
                      .forEach(
                          value -> value.as(text -> checked(type.name(), parameters, field, text)));
                  parameters.put(field, values.texts());
                }
              });
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
        node.as(
            "rounds", OptionalInt.empty(), text -> OptionalInt.of(positive("rounds", text, 1000))),
        parameters,
        node.as("measure", Optional.empty(), text -> Optional.of(time(text))),
        isStage);
  }

  private static Timing timing(YamlNode root) {
    YamlNode node =
        root.required("timing")
            .only("timing", "rounds iterations warmUp measure total stores control");
    return new Timing(
        node.as("rounds", 1, text -> positive("rounds", text, MAX_ROUNDS)),
        node.as("iterations", 5, text -> positive("iterations", text, 10_000)),
        node.as("warmUp", Duration.ZERO, SuiteReader::time),
        node.as("measure", Duration.ofSeconds(10), SuiteReader::time),
        node.as("total", Optional.empty(), text -> Optional.of(time(text))),
        node.as("stores", 1, text -> positive("stores", text, MAX_STORES)),
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
    double seconds =
        switch (time.group(2)) {
          case "ms" -> number / 1000;
          case "s" -> number;
          case "m" -> number * 60;
          default -> number * 3600;
        };
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  static String require(String kind, String name, Collection<String> valid) {
    if (!valid.contains(name)) {
      throw NearestName.unknown(kind, name, valid);
    }
    return name;
  }

  private List<Published> published(YamlNode root) {
    List<Published> all = new ArrayList<>();
    for (YamlNode each : root.items("published")) {
      each.only("published figures", "name title file candidates");
      YamlNode file = each.required("file");
      all.add(
          new Published(
              each.required("name").scalar(),
              each.required("title").scalar(),
              file.as(name -> rows(name, files.apply(name))),
              each.map("candidates")));
    }
    return all;
  }

  private static List<Map<String, String>> rows(String file, String csv) {
    try (CSVParser parser =
        CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .get()
            .parse(new StringReader(csv))) {
      return parser.stream().map(row -> row.toMap()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
