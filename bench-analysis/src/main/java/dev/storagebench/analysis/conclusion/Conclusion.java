package dev.storagebench.analysis.conclusion;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellResult.Status;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.memory.MemoryReport;
import dev.storagebench.core.text.Markdown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of a run in words: which candidate for which workload under which conditions, by how
 * much, how sure, and what contradicts it. Terminal, Markdown and page show the same sentences.
 *
 * @param invalid warnings that void the run; if there are any, each choice says that it is void
 * @param given the conditions that are the same for all workloads
 * @param parts one for each combination of the conditions that vary
 * @param caveats about the whole run
 */
public record Conclusion(
    List<String> invalid, String given, List<Part> parts, List<String> caveats) {
  /** What a run may vary beside candidates and workloads. */
  public static final List<String> CONDITIONS =
      List.of(
          "dataset",
          Dimensions.THREADS,
          Dimensions.MEMORY,
          "durability",
          "compression",
          "cache",
          "distribution");

  /** Begins a line about what voids a run. */
  public static final String INVALID = "These figures are not valid: ";

  private static final int MAX_SENTENCES = 6;
  private static final List<String> OF_STORES = List.of("dataset", "compression");

  /**
   * The answers under one combination of conditions.
   *
   * @param conditions those that vary; empty if none does
   */
  public record Part(String conditions, List<Answer> answers) {
    /** Adds its answers as a list. */
    private void list(Markdown text, boolean reasons) {
      if (!conditions.isEmpty()) {
        text.line("\n**%s**\n", conditions);
      }
      for (Answer answer : answers) {
        text.line(
            "- %s: **%s**. %s",
            answer.need, answer.choice, reasons ? String.join(" ", answer.reasons) : "");
      }
    }

    /** The same of a run that is not valid. */
    Part voided() {
      return new Part(conditions, answers.stream().map(Answer::voided).toList());
    }
  }

  /**
   * The choice for one workload.
   *
   * @param need the workload in words
   * @param choice the candidates to choose, or that it is undecided
   * @param reasons by how much and how sure, then what contradicts the choice; a sentence each
   * @param lead the best one; null where nothing is ranked
   */
  public record Answer(String need, String choice, List<String> reasons, @Nullable Lead lead) {
    /** One that ranks nothing. */
    Answer(String need, String choice, List<String> reasons) {
      this(need, choice, reasons, null);
    }

    /** The same of a run that is not valid. */
    Answer voided() {
      String plain = choice.replaceFirst(" \\((.*)\\)$", ", $1");
      return new Answer(need, "void (%s)".formatted(plain), reasons, lead);
    }

    /** All of it in one paragraph. */
    String paragraph() {
      return "%s: %s. %s".formatted(need, choice, String.join(" ", reasons));
    }
  }

  /**
   * The first of a ranking: a cell of the matrix of workloads by conditions.
   *
   * @param under by name, in words, the conditions that the run varies and the parameters in which
   *     measures of this workload differ
   * @param factor over the runner-up; null without one
   * @param decided whether it is the only choice
   */
  public record Lead(
      String workload,
      Map<String, String> under,
      String candidate,
      @Nullable Double factor,
      boolean decided) {}

  /** Concludes from a run. */
  public static Conclusion of(Manifest run) {
    Ranking ranking = Ranking.of(RunFacts.inPlanOrder(run));
    Dimensions dimensions = new Dimensions(run);
    Recommender recommender = new Recommender(ranking, run.byCell(), dimensions);
    List<Measure> measures = recommender.measures();
    List<String> varying =
        CONDITIONS.stream()
            .filter(each -> values(measures, each).size() > 1 && isShared(measures, each))
            .toList();
    Map<List<String>, List<Measure>> byConditions = new LinkedHashMap<>();
    for (Measure measure : measures) {
      List<String> values = varying.stream().map(each -> value(measure, each)).toList();
      byConditions.computeIfAbsent(values, v -> new ArrayList<>()).add(measure);
    }
    List<String> invalid = RunWarnings.invalidating(run);
    List<Part> parts = new ArrayList<>();
    byConditions.forEach(
        (values, some) -> {
          List<Answer> answers = recommender.answers(some, measures);
          if (!answers.isEmpty()) {
            Part part = new Part(named(dimensions, varying, values), answers);
            parts.add(invalid.isEmpty() ? part : part.voided());
          }
        });
    space(dimensions, recommender, parts);
    parts.addAll(
        0,
        SuiteAnswers.of(dimensions).map(each -> invalid.isEmpty() ? each : each.voided()).toList());
    List<String> common =
        CONDITIONS.stream().filter(each -> values(measures, each).size() == 1).toList();
    return new Conclusion(
        invalid,
        named(
            dimensions,
            common,
            common.stream().flatMap(each -> values(measures, each).stream()).toList()),
        List.copyOf(parts),
        Stream.concat(controls(ranking).stream(), caveats(run, parts).stream()).toList());
  }

  /** The first candidate beside itself: equal, as far as the intervals are right. */
  private static List<String> controls(Ranking ranking) {
    List<String> controls = new ArrayList<>();
    for (Measure measure : ranking.scores().keySet()) {
      ranking
          .control(measure)
          .map(
              ratio ->
                  "Control (%s, %s by turns with itself): %s."
                      .formatted(measure.shortName(), ratio.name(), Recommender.ratio(ratio)))
          .ifPresent(controls::add);
    }
    return controls;
  }

  /** Its paragraphs; the conditions of a part stand before its answers. */
  public List<String> paragraphs() {
    List<String> lines = new ArrayList<>();
    for (Part part : parts) {
      if (!part.conditions.isEmpty()) {
        lines.add(part.conditions + ":");
      }
      part.answers.forEach(answer -> lines.add(answer.paragraph()));
    }
    lines.addAll(caveats);
    return lines;
  }

  /** Whether the choices stand alone, and the sentences with their reasons are folded below. */
  @JsonProperty
  boolean folded() {
    return parts.stream().mapToInt(each -> each.answers.size()).sum() > MAX_SENTENCES;
  }

  /** As a list in Markdown, below what voids it. */
  public Markdown markdown() {
    Markdown text = new Markdown();
    invalid.forEach(each -> text.line("**%s**\n", INVALID + each));
    if (folded()) {
      parts.forEach(part -> part.list(text, false));
      text.line("\n<details><summary>In sentences, with the reasons</summary>\n");
    }
    parts.forEach(part -> part.list(text, true));
    if (folded()) {
      text.line("\n</details>");
    }
    caveats.forEach(each -> text.line("\n%s", each));
    return text;
  }

  /** The value of a condition, {@link Dimensions#NONE} for a measure that lacks it. */
  public static String value(Measure measure, String condition) {
    return condition.equals(Dimensions.THREADS)
        ? Integer.toString(measure.threads())
        : measure.parameters().getOrDefault(condition, Dimensions.NONE);
  }

  /** The values of a condition, in the order of the measures. */
  public static Set<String> values(List<Measure> measures, String condition) {
    return measures.stream()
        .map(each -> value(each, condition))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whether each workload was measured with each value of the condition. */
  private static boolean isShared(List<Measure> measures, String condition) {
    return measures.stream()
            .collect(
                Collectors.groupingBy(
                    Measure::workload,
                    Collectors.mapping(each -> value(each, condition), Collectors.toSet())))
            .values()
            .stream()
            .distinct()
            .count()
        == 1;
  }

  private static String named(Dimensions run, List<String> conditions, List<String> values) {
    return IntStream.range(0, conditions.size())
        .mapToObj(i -> named(conditions.get(i), run.labelled(conditions.get(i), values.get(i))))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.joining(", "));
  }

  public static String named(String condition, String value) {
    boolean none = value.equals(Dimensions.NONE);
    return switch (condition) {
      case "dataset" -> value;
      case Dimensions.MEMORY -> none ? "no memory limit" : "memory " + value;
      case "compression" -> none ? "no compression" : "compression " + value;
      case "cache" -> value.equals("auto") || none ? "" : "cache " + value;
      case "distribution" -> none ? "" : value + " keys";
      case "clients" -> value + (value.equals("1") ? " client" : " clients");
      case "table" -> ("table " + value).replaceFirst("^table (\\w+?)x(\\d+)$", "$2 tables $1");
      default -> Dimensions.named(condition, value);
    };
  }

  /** Adds who needs the least space, to the only part or as one of its own. */
  private static void space(Dimensions run, Recommender recommender, List<Part> parts) {
    Map<List<String>, Map<String, Double>> sizes = new LinkedHashMap<>();
    for (Cell cell : run.cells()) {
      CellScore size = run.score(cell, "bytesOnDisk").orElse(null);
      if (size != null && Ranking.isContender(cell.label())) {
        List<String> values = OF_STORES.stream().map(cell::value).toList();
        sizes
            .computeIfAbsent(values, store -> new LinkedHashMap<>())
            .putIfAbsent(cell.label(), size.value());
      }
    }
    sizes.values().removeIf(each -> each.size() < 2);
    for (Map.Entry<List<String>, Map<String, Double>> each : sizes.entrySet()) {
      Answer answer = recommender.space(each.getValue());
      if (parts.size() == 1 && sizes.size() == 1) {
        parts.set(
            0,
            new Part(
                parts.get(0).conditions,
                Stream.concat(parts.get(0).answers.stream(), Stream.of(answer)).toList()));
      } else {
        String store = sizes.size() == 1 ? "" : named(run, OF_STORES, each.getKey());
        parts.add(new Part(store.isEmpty() ? "The loaded store" : store, List.of(answer)));
      }
    }
  }

  private static List<String> caveats(Manifest run, List<Part> parts) {
    List<String> caveats = new ArrayList<>();
    List<CellResult> measured =
        run.results().stream().filter(each -> each.status() == Status.MEASURED).toList();
    if (measured.isEmpty()) {
      return List.of("Nothing was measured.");
    }
    if (parts.isEmpty()) {
      caveats.add(unranked(measured));
    }
    if (measured.stream().allMatch(each -> each.round() == 0)) {
      caveats.add("Only one round was measured, so any difference may be chance: use --rounds 5.");
    }
    if (measured.stream().allMatch(each -> fits(each, run.environment().memoryBytes()))) {
      caveats.add(
          "All data fitted in memory. For data larger than memory measure with a limit, such as"
              + " --memory 0.33x.");
    }
    caveats.addAll(WriteBursts.caveats(run));
    Map<Boolean, Set<String>> overConnection =
        measured.stream()
            .map(each -> each.cell().candidate())
            .distinct()
            .collect(
                Collectors.partitioningBy(
                    Conclusion::hasServer,
                    Collectors.mapping(Candidate::label, Collectors.toCollection(TreeSet::new))));
    if (!overConnection.get(true).isEmpty() && !overConnection.get(false).isEmpty()) {
      caveats.add(
          "Accessed over a connection, one statement per operation: %s. The others run inside the benchmark's process."
              .formatted(String.join(", ", overConnection.get(true))));
    }
    run.results().stream()
        .filter(each -> each.status() == Status.UNSUPPORTED)
        .map(CellResult::cell)
        .collect(
            Collectors.groupingBy(
                Cell::label,
                TreeMap::new,
                Collectors.mapping(Cell::workload, Collectors.toCollection(TreeSet::new))))
        .entrySet()
        .stream()
        .collect(
            Collectors.groupingBy(
                each -> String.join(", ", each.getValue()),
                TreeMap::new,
                Collectors.mapping(Map.Entry::getKey, Collectors.joining(", "))))
        .forEach(
            (workloads, labels) ->
                caveats.add("%s: %s unsupported; see warnings.".formatted(labels, workloads)));
    return caveats;
  }

  /** Why nothing is compared. */
  private static String unranked(List<CellResult> measured) {
    Set<String> labels =
        measured.stream().map(each -> each.cell().label()).collect(Collectors.toSet());
    labels.remove(Candidate.CONTROL);
    String harness = labels.remove(Ranking.HARNESS) ? "; noop is the harness's own cost." : ".";
    return switch (labels.size()) {
      case 0 -> "Nothing is ranked" + harness;
      case 1 -> "Only %s is ranked".formatted(labels.iterator().next()) + harness;
      default ->
          measured.stream().allMatch(each -> each.cell().isSingleShot())
              ? "Single-shot workloads are compared only in the tables."
              : "No two candidates were measured on the same workload.";
    };
  }

  private static boolean hasServer(Candidate candidate) {
    return Engines.find(candidate.engine()).filter(e -> e.capabilities().isServer()).isPresent();
  }

  /** Whether a cell's data fitted in the memory that it had. */
  private static boolean fits(CellResult result, long machineBytes) {
    CellReport.Data data = result.reported().data();
    MemoryReport memory = result.reported().memory();
    return data != null
        && data.summary().rawBytes() < (memory == null ? machineBytes / 2 : memory.engineBytes());
  }
}
