package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Ladder;
import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.compare.Ranking;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.conclusion.Dimensions;
import dev.storagebench.analysis.conclusion.Finding;
import dev.storagebench.analysis.conclusion.Finding.Outcome;
import dev.storagebench.analysis.conclusion.Finding.Question;
import dev.storagebench.analysis.conclusion.Finding.Standing;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.report.html.HtmlPage;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.PackedRun;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.result.Warning;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.Shell;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A static site of runs, which needs no server. Its first page has the verdicts of all, to be
 * filtered by their conditions; each run has a folder with its page, its data and the packed run.
 * All sentences are made here; the scripts choose and draw.
 */
public final class Site {
  // Of values in a link, so that all of them together stay below 100 characters.
  private static final int MAX_KEY = 16;
  private static final int MAX_NAME = 20;
  private static final String FINDINGS = "findings.js";
  private static final String ANY = "";
  // Data as a multiple of memory; the last one has no limit.
  private static final List<Size> SIZES =
      List.of(
          new Size(1, "fits", "at most 1: it fits"),
          new Size(4, "1to4", "1 to 4"),
          new Size(Double.MAX_VALUE, "4", "more than 4"));

  private final String docs;
  private final Map<String, String> reviews = RunFacts.reviews();
  private final Filter machines = new Filter("m", "Machine", new LinkedHashMap<>());
  private final Filter sizes = new Filter("r", "Data ÷ memory", new LinkedHashMap<>());
  private final Filter durabilities = new Filter("d", "Durability", new LinkedHashMap<>());
  private final Filter threads =
      new Filter(
          "t",
          "Threads",
          new TreeMap<>(Comparator.comparing((String each) -> "%9s".formatted(each))));
  private final Filter workloads = new Filter("w", "Workload", new TreeMap<>());
  private final List<Run> runs = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();

  /**
   * A site without runs.
   *
   * @param docs where the documentation is, seen from the site; empty for no links to it
   */
  public Site(String docs) {
    this.docs = docs;
    SIZES.forEach(each -> sizes.values.put(each.key, each.text));
  }

  /** A condition by which findings are filtered: its values by what stands for them in a link. */
  record Filter(String key, String name, Map<String, String> values) {
    private String put(String text) {
      if (text.isEmpty()) {
        return ANY;
      }
      String value = slug(text, MAX_KEY);
      values.put(value, text);
      return value;
    }
  }

  private record Size(double most, String key, String text) {}

  /** A candidate: native, in pure Java or a server, and the objections to how it is measured. */
  record Engine(String kind, String review) {}

  /**
   * A run.
   *
   * @param name of its folder
   * @param machine its class, as links name it
   */
  record Run(
      String name,
      String machine,
      String title,
      List<String> facts,
      List<String> invalid,
      String command,
      Map<String, Engine> engines,
      @Nullable History history) {}

  /** Releases in their order, by workload the speed of each as a multiple of the oldest one's. */
  record History(
      List<String> releases, Map<String, List<List<Double>>> speeds, List<String> steps) {}

  /**
   * A finding.
   *
   * @param at the values of its conditions by filter
   * @param of what its ratios are multiples of
   * @param chosen the names that answer it; none where it names all
   * @param bars of each standing the name, the ratio, both ends of its interval and the figure;
   *     none where nothing is compared or the run is void
   */
  record Line(
      int run,
      Map<String, String> at,
      String need,
      String choice,
      String why,
      boolean decided,
      String of,
      List<String> chosen,
      List<List<Object>> bars) {}

  /**
   * Writes the site.
   *
   * @return what was left out of runs that were packed for it, each with what stands in its place
   * @throws IllegalArgumentException if the folder holds something else, or two runs have one name
   */
  public Map<String, String> write(Path folder, List<Path> all) throws IOException {
    if (Files.exists(folder) && !Files.exists(folder.resolve(FINDINGS))) {
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new IllegalArgumentException(
              folder + " is not empty, and no site; name another folder");
        }
      }
    }
    Files.createDirectories(folder);
    Map<String, String> leftOut = new TreeMap<>();
    for (Path each : all) {
      String name = name(each);
      if (runs.stream().anyMatch(run -> run.name.equals(name))) {
        throw new IllegalArgumentException(
            "two runs would be named %s in the site; rename one's folder".formatted(name));
      }
      add(name, writeRun(each, Files.createDirectories(folder.resolve(name)), leftOut));
    }
    for (Map.Entry<String, String> each : HtmlPage.files().entrySet()) {
      RunFolder.write(folder.resolve(each.getKey()), each.getValue());
    }
    HtmlPage page =
        new HtmlPage(
            "Storage engines compared",
            "Verdicts of %d runs of Storage Bench, with the raw file and the command of each."
                .formatted(runs.size()),
            Map.of("filters", filters(), "runs", runs, "lines", lines));
    RunFolder.write(folder.resolve(FINDINGS), page.script("site"));
    String plain =
        runs.stream()
            .map(
                each ->
                    "<li><a href=\"%s/%s\">%s</a></li>"
                        .formatted(each.name, PackedRun.NAME, HtmlPage.escape(each.title)))
            .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>"));
    RunFolder.write(folder.resolve("index.html"), page.linked(plain, FINDINGS, "site.js"));
    return leftOut;
  }

  /**
   * Writes the files of a run.
   *
   * @param leftOut gets what is left out of it
   * @return what the packed run says: without names of places
   */
  private static Analysis writeRun(Path run, Path folder, Map<String, String> leftOut)
      throws IOException {
    Manifest original = StoredRun.read(run);
    Path packed = folder.resolve(PackedRun.NAME);
    Path there = new RunFolder(run).packedFile().orElse(null);
    if (there == null) {
      leftOut.putAll(PackedRun.write(run, packed));
    } else {
      Files.copy(there, packed, StandardCopyOption.REPLACE_EXISTING);
    }
    Analysis shown = Analysis.of(there == null ? StoredRun.read(packed) : original);
    RunArtifact.CSV.write(shown, folder);
    RunArtifact.VERDICT.write(shown, folder);
    HtmlPage page = ReportPage.in(folder, shown).page();
    RunFolder.write(folder.resolve("data.js"), page.script("stored"));
    RunFolder.write(
        folder.resolve("index.html"),
        page.linked(
            "<a href=\"results.csv\">results.csv</a>", "data.js", "../echarts.js", "../report.js"));
    return shown;
  }

  /** The name of its folder or file, as far as it can stand in a link. */
  private static String name(Path run) {
    Path path = run.toAbsolutePath().normalize();
    Path named = path.endsWith(PackedRun.NAME) ? path.getParent() : path;
    return slug(String.valueOf(named.getFileName()).replaceFirst("\\.zip$", ""), MAX_NAME);
  }

  private static String slug(String text, int max) {
    String slug =
        text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return slug.length() <= max && !slug.isEmpty()
        ? slug
        : "%.7s-%08x".formatted(slug, text.hashCode());
  }

  /** Filters that leave a choice; the machine that has most runs is the first one. */
  private List<Filter> filters() {
    Map<String, Long> runsOf =
        runs.stream().collect(Collectors.groupingBy(Run::machine, Collectors.counting()));
    Map<String, String> ordered = new LinkedHashMap<>();
    machines.values.entrySet().stream()
        .sorted(Comparator.comparing(each -> -runsOf.getOrDefault(each.getKey(), 0L)))
        .forEach(each -> ordered.put(each.getKey(), each.getValue()));
    Filter most = new Filter(machines.key, machines.name, ordered);
    return List.of(most, sizes, durabilities, threads, workloads);
  }

  private void add(String name, Analysis analysis) {
    Manifest run = analysis.run();
    Dimensions dimensions = analysis.dimensions();
    SuiteInfo suite = run.suite();
    Map<String, Engine> engines = new LinkedHashMap<>();
    run.plan().cells().stream()
        .filter(each -> Ranking.isContender(each.label()))
        .forEach(each -> engines.computeIfAbsent(each.label(), any -> engine(each.candidate())));
    runs.add(
        new Run(
            name,
            machines.put(RunFacts.machineClass(run.environment())),
            suite == null ? RunFacts.title(dimensions) : suite.title(),
            List.of(
                RunFacts.title(dimensions),
                RunFacts.conditions(dimensions),
                "rounds: %s, Storage Bench %s"
                    .formatted(RunFacts.environment(run).get("rounds"), run.version())),
            analysis.invalid().stream().map(Warning::text).toList(),
            Shell.program(run.command()),
            engines,
            history(analysis)));
    FindingText.of(analysis).forEach(each -> lines.add(line(analysis, each)));
  }

  private Engine engine(Candidate candidate) {
    String review = reviews.get(candidate.engine());
    return new Engine(
        Engines.find(candidate.engine())
            .map(
                each ->
                    each.capabilities().isServer() ? "server" : each.pureJava() ? "java" : "native")
            .orElse(ANY),
        docs.isEmpty() || review == null
            ? ""
            : "%s/engines/%s#known-objections".formatted(docs, review));
  }

  private Line line(Analysis analysis, FindingText text) {
    Dimensions run = analysis.dimensions();
    Finding finding = text.finding();
    Map<String, String> at = new LinkedHashMap<>();
    at.put("r", size(run, value(run, finding, "memory"), value(run, finding, "dataset")));
    at.put("d", durabilities.put(value(run, finding, "durability")));
    at.put("t", threads.put(value(run, finding, "threads")));
    at.put(
        "w", workloads.put(finding.question() == Question.SMALLEST ? "Space" : finding.workload()));
    at.values().removeIf(String::isEmpty);
    boolean ranked = finding.question() == Question.FASTEST || text.section().isEmpty();
    boolean compares = finding.outcome() != Outcome.UNRANKED && !analysis.isVoid();
    return new Line(
        runs.size() - 1,
        at,
        ranked ? text.need() : text.section() + ": " + text.need(),
        text.choice(),
        String.join(" ", text.reasons()),
        text.decided(),
        finding.reference(),
        finding.chosen(),
        compares ? finding.standings().stream().map(Site::bar).toList() : List.of());
  }

  /** The value of a condition, also of a finding without conditions if its run has only one. */
  private static String value(Dimensions run, Finding finding, String condition) {
    List<String> values = run.values(condition);
    return finding.conditions().getOrDefault(condition, values.size() == 1 ? values.get(0) : ANY);
  }

  /** The class of the data's size as a multiple of the limit, or of the machine's memory. */
  private static String size(Dimensions all, String memory, String dataset) {
    OptionalDouble bytes =
        memory.equals(Parameter.NONE)
            ? OptionalDouble.of((double) all.run().environment().memoryBytes())
            : all.memoryBytes(memory);
    return all.run().results().stream()
        .map(each -> each.reported().data())
        .filter(data -> data != null && data.dataset().equals(dataset) && bytes.isPresent())
        .map(CellReport.Data::summary)
        .map(data -> data.rawBytes() / bytes.getAsDouble())
        .flatMap(ratio -> SIZES.stream().filter(each -> ratio <= each.most))
        .map(Size::key)
        .findFirst()
        .orElse(ANY);
  }

  private static List<Object> bar(Standing one) {
    boolean known = one.low() != null && one.high() != null && !one.low().equals(one.high());
    return List.of(
        one.name(),
        short4(one.ratio()),
        known ? short4(one.low()) : 0.0,
        known ? short4(one.high()) : 0.0,
        (one.value() == null ? Figures.factor(one.ratio()) + "×" : one.value().toString())
            + (one.weakened() ? " †" : ""));
  }

  private static double short4(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(4)).doubleValue()
        : 0;
  }

  private static @Nullable History history(Analysis analysis) {
    Manifest run = analysis.run();
    List<String> releases =
        analysis.dimensions().values(Dimensions.CANDIDATE).stream()
            .filter(Ranking::isContender)
            .toList();
    if (releases.size() < 3 || !ReportPage.areReleases(run) || analysis.isVoid()) {
      return null;
    }
    Map<String, List<List<Double>>> speeds = new LinkedHashMap<>();
    Map<Measure, List<Ratio>> toOldest = analysis.ranking().relativeTo(releases.get(0));
    Map<Measure, String> names = analysis.dimensions().names(analysis.ranking().tables().keySet());
    names.keySet().retainAll(toOldest.keySet());
    names.forEach(
        (measure, name) ->
            speeds.put(
                name, releases.stream().map(each -> point(each, toOldest.get(measure))).toList()));
    return new History(releases, speeds, LadderText.sentences(Ladder.of(releases, run.results())));
  }

  private static List<Double> point(String release, List<Ratio> ratios) {
    return ratios.stream()
        .filter(each -> each.name().equals(release))
        .flatMap(each -> Stream.of(each.ratio(), each.low(), each.high()))
        .map(Site::short4)
        .toList();
  }
}
