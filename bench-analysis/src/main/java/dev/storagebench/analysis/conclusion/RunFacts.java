package dev.storagebench.analysis.conclusion;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.Environment;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.text.Figures;
import dev.storagebench.datasets.ResourceLines;
import dev.storagebench.datasets.packed.PackedSummary;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Facts of a run that several outputs show. */
public final class RunFacts {
  private static final int MAX_NAMES = 5;
  // A row of docs/engines/README.md, which the build puts beside this class.
  private static final Pattern REVIEW = Pattern.compile("\\| `(.+)` \\| \\[.+]\\((.+)\\) \\|");
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);

  private RunFacts() {}

  /** Candidates, machine and date. */
  public static String title(Dimensions all) {
    Manifest run = all.run();
    return "%s on %s, %s"
        .formatted(
            firstOf(
                all.values(Dimensions.CANDIDATE).stream().filter(Ranking::isContender).toList()),
            machine(run.environment()),
            DATE.format(run.started().atOffset(ZoneOffset.UTC)));
  }

  /** The first of some names, and how many more there are. */
  public static String firstOf(Collection<String> names) {
    int more = names.size() - MAX_NAMES;
    return names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  private static String machine(Environment here) {
    String processor = here.processor().replaceAll("\\((R|TM)\\)|CPU |Processor|@.*", "").strip();
    return "%d × %s, %s"
        .formatted(here.processors(), processor, Figures.size((double) here.memoryBytes()));
  }

  /** The page about each engine in {@code docs/engines}. */
  public static Map<String, String> reviews() {
    return ResourceLines.of(RunFacts.class, "README.md").stream()
        .map(REVIEW::matcher)
        .filter(Matcher::matches)
        .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
  }

  /** The machine's class: runs of different classes are not compared. */
  public static String machineClass(Environment here) {
    return "%s, %s, %s"
        .formatted(
            machine(here), here.fileSystem(), here.os().substring(here.os().lastIndexOf(' ') + 1));
  }

  /** The results in the order of the plan, then by round. */
  public static List<CellResult> inPlanOrder(Manifest run) {
    return run.byCell().values().stream().flatMap(List::stream).toList();
  }

  /** Candidate, workload, threads and memory. */
  public static String name(Cell cell) {
    return Dimensions.named(List.of("candidate", "workload", "threads", "memory"), cell::value);
  }

  /** The data and the conditions of all cells in words; several values where they differ. */
  public static String conditions(Dimensions all) {
    Manifest run = all.run();
    Map<String, String> loads = loads(run);
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name :
        Stream.concat(Measure.CONDITIONS.stream(), Stream.of("table", "clients")).toList()) {
      List<String> values =
          run.plan().cells().stream()
              .filter(cell -> !name.equals("durability") || !loads.containsKey(cell.workload()))
              .filter(cell -> name.equals("threads") || cell.parameters().texts().containsKey(name))
              .map(cell -> cell.value(name))
              .map(value -> name.equals("dataset") ? data(run, value) : value)
              .distinct()
              .toList();
      boolean isTold =
          !name.equals("clients") || texts.containsKey("table") || !values.equals(List.of("1"));
      if (isTold && !values.isEmpty()) {
        texts.put(
            name,
            values.size() == 1
                ? all.condition(name, values.get(0))
                : name + " " + labelled(all, name, values));
      }
    }
    loads.forEach(
        (load, own) -> texts.merge("durability", " (%s: %s)".formatted(load, own), String::concat));
    return Stream.concat(texts.values().stream(), servers(run))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** Workloads that load at a durability that no other work has, each with it. */
  public static Map<String, String> loads(Manifest run) {
    Map<String, String> loads = new LinkedHashMap<>();
    Set<String> others = new HashSet<>();
    for (Cell cell : run.plan().cells()) {
      if (!isBulkLoad(cell)) {
        others.add(cell.value("durability"));
      } else if (cell.parameters().has(Parameter.DURABILITY)) {
        loads.put(cell.workload(), cell.value("durability"));
      }
    }
    loads.values().removeIf(own -> others.isEmpty() || others.contains(own));
    return loads;
  }

  // By the engine's loader, which is never durable, whatever is requested.
  private static boolean isBulkLoad(Cell cell) {
    return cell.isSingleShot()
        && !(cell.parameters().has(Parameter.BATCH) && cell.get(Parameter.BATCH).isPresent());
  }

  private static String labelled(Dimensions all, String name, List<String> values) {
    return values.stream().map(each -> all.labelled(name, each)).collect(Collectors.joining(", "));
  }

  /** Candidates on servers that ran already, each with its address. */
  private static Stream<String> servers(Manifest run) {
    return run.results().stream()
        .flatMap(
            result ->
                result.reported().settings().stream()
                    .filter(each -> each.name().equals(AppliedSetting.URL))
                    .map(each -> result.cell().label() + " at " + each.value()))
        .distinct();
  }

  /** {@code 100,000 generated reviews, 97.5MiB}; as it was given until it has been read. */
  private static String data(Manifest run, String dataset) {
    // Files need a name, generators at most a number of records.
    String records = dataset.replaceFirst("^([a-z-]+)(:records=\\w+)?$", "generated $1");
    return run.results().stream()
        .map(each -> each.reported().data())
        .filter(data -> data != null && data.dataset().equals(dataset))
        .findFirst()
        .map(CellReport.Data::summary)
        .map(
            sum ->
                "%,d %s, %s%s"
                    .formatted(
                        sum.records(),
                        records.equals(dataset) ? "records of " + dataset : records,
                        Figures.size((double) sum.rawBytes()),
                        sum.duplicates() == 0
                            ? ""
                            : ", %,d %s".formatted(sum.duplicates(), PackedSummary.DUPLICATES)))
        .orElse(dataset);
  }

  /** The candidates and workloads with fewer rounds than others by the plan, then lost rounds. */
  public static String whyRoundsDiffer(Dimensions all) {
    Map<String, Integer> planned = new LinkedHashMap<>();
    List<String> lost = new ArrayList<>();
    for (Cell cell : all.run().plan().cells()) {
      int rounds = all.run().plan().rounds(cell);
      planned.merge(cell.label(), rounds, Math::max);
      planned.merge(cell.workload(), rounds, Math::max);
      int measured =
          all.score(cell.withRounds(0), CellScore.SPEED)
              .map(each -> each.rounds().size())
              .orElse(0);
      if (measured > 0 && measured < rounds) {
        lost.add("%s %d of %d".formatted(name(cell), measured, rounds));
      }
    }
    Integer most = Collections.max(planned.values());
    planned.values().removeIf(most::equals);
    String fewer =
        planned.entrySet().stream()
            .map(each -> "%s %d".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
    return ((fewer.isEmpty() ? "" : "Rounds as planned: %s, all others %d. ".formatted(fewer, most))
            + (lost.isEmpty()
                ? ""
                : "Some rounds failed or were not reached: %s.".formatted(firstOf(lost))))
        .strip();
  }

  public static @Nullable Double number(double value) {
    return Double.isFinite(value) ? value : null;
  }

  public static Map<String, String> environment(Manifest run) {
    Environment here = run.environment();
    Duration took = Duration.between(run.started(), run.finished()).truncatedTo(ChronoUnit.SECONDS);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Storage Bench", run.version());
    facts.put("started", run.started().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put("took", took.toString().substring(2).toLowerCase(Locale.ROOT));
    facts.put("system", here.os());
    facts.put("processor", "%d × %s".formatted(here.processors(), here.processor()));
    facts.put("memory", Figures.size((double) here.memoryBytes()));
    facts.put("JVM", here.jvm());
    facts.put("file system", here.fileSystem());
    int last = run.results().stream().mapToInt(CellResult::round).max().orElse(-1);
    facts.put("rounds", Integer.toString(last + 1));
    facts.put("seed", Long.toString(run.plan().seed()));
    return facts;
  }
}
