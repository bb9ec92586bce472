package dev.storagebench.analysis.report;

import dev.storagebench.analysis.compare.Ladder;
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
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.core.cell.CellReport;
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
import java.util.Objects;
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
  private static final Map<Double, List<String>> SIZES =
      new TreeMap<>(
          Map.of(
              1.0,
              List.of("fits", "at most 1: it fits"),
              4.0,
              List.of("1to4", "1 to 4"),
              Double.MAX_VALUE,
              List.of("4", "more than 4")));

  private final String docs;
  private final Map<String, String> reviews = RunFacts.reviews();
  private final Map<String, Filter> filters = new LinkedHashMap<>();
  private final List<Run> runs = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();

  /**
   * A site without runs.
   *
   * @param docs where the documentation is, seen from the site; empty for no links to it
   */
  public Site(String docs) {
    this.docs = docs;
    Stream.of(
            new Filter("m", "Machine", new LinkedHashMap<>()),
            new Filter("r", "Data ÷ memory", new LinkedHashMap<>()),
            new Filter("d", "Durability", new LinkedHashMap<>()),
            new Filter("t", "Threads", new TreeMap<>(Comparator.comparing(Site::numeric))),
            new Filter("w", "Workload", new TreeMap<>()))
        .forEach(each -> filters.put(each.key, each));
    SIZES.values().forEach(each -> filter("r").values.put(each.get(0), each.get(1)));
  }

  /** A condition by which findings are filtered: its values by what stands for them in a link. */
  record Filter(String key, String name, Map<String, String> values) {
    private String put(String text) {
      String value = slug(text, MAX_KEY);
      values.put(value, text);
      return value;
    }
  }

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
    RunFolder.write(folder.resolve("echarts.js"), HtmlPage.library());
    RunFolder.write(folder.resolve("report.js"), HtmlPage.scripts());
    RunFolder.write(folder.resolve("site.js"), HtmlPage.siteScripts());
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

  private static String numeric(String value) {
    return "%9s".formatted(value);
  }

  private Filter filter(String key) {
    return Objects.requireNonNull(filters.get(key));
  }

  /** Filters that leave a choice; the machine that has most runs is the first one. */
  private List<Filter> filters() {
    Map<String, Long> runsOf =
        runs.stream().collect(Collectors.groupingBy(Run::machine, Collectors.counting()));
    Map<String, String> machines = new LinkedHashMap<>();
    filter("m").values.entrySet().stream()
        .sorted(Comparator.comparing(each -> -runsOf.getOrDefault(each.getKey(), 0L)))
        .forEach(each -> machines.put(each.getKey(), each.getValue()));
    filters.put("m", new Filter("m", filter("m").name, machines));
    return List.copyOf(filters.values());
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
            filter("m").put(RunFacts.machineClass(run.environment())),
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
    for (FindingText.Section section : FindingText.of(analysis)) {
      section.answers().forEach(each -> lines.add(line(analysis, section.title(), each)));
    }
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

  private Line line(Analysis analysis, String section, FindingText text) {
    Dimensions run = analysis.dimensions();
    Finding finding = text.finding();
    Map<String, String> at = new LinkedHashMap<>();
    at.put("r", size(run, value(run, finding, "memory"), value(run, finding, "dataset")));
    at.put("d", put("d", value(run, finding, "durability")));
    at.put("t", put("t", value(run, finding, "threads")));
    at.put("w", put("w", finding.question() == Question.SMALLEST ? "Space" : finding.workload()));
    at.values().removeIf(String::isEmpty);
    boolean ranked = finding.question() == Question.FASTEST || section.isEmpty();
    boolean compares = finding.outcome() != Outcome.UNRANKED && !analysis.isVoid();
    return new Line(
        runs.size() - 1,
        at,
        ranked ? text.need() : section + ": " + text.need(),
        text.choice(),
        String.join(" ", text.reasons()),
        text.decided(),
        finding.reference(),
        finding.chosen(),
        compares ? finding.standings().stream().map(Site::bar).toList() : List.of());
  }

  private String put(String filter, String value) {
    return value.isEmpty() ? ANY : filter(filter).put(value);
  }

  /** The value of a condition, also of a finding without conditions if its run has only one. */
  private static String value(Dimensions run, Finding finding, String condition) {
    List<String> values = run.values(condition);
    return finding.conditions().getOrDefault(condition, values.size() == 1 ? values.get(0) : ANY);
  }

  /** The class of the data's size as a multiple of the limit, or of the machine's memory. */
  private static String size(Dimensions all, String memory, String dataset) {
    OptionalDouble bytes =
        memory.equals(Dimensions.NONE)
            ? OptionalDouble.of((double) all.run().environment().memoryBytes())
            : all.memoryBytes(memory);
    return all.run().results().stream()
        .map(each -> each.reported().data())
        .filter(data -> data != null && data.dataset().equals(dataset) && bytes.isPresent())
        .map(CellReport.Data::summary)
        .map(data -> data.rawBytes() / bytes.getAsDouble())
        .flatMap(ratio -> SIZES.entrySet().stream().filter(each -> ratio <= each.getKey()))
        .map(each -> each.getValue().get(0))
        .findFirst()
        .orElse(ANY);
  }

  private static List<Object> bar(Standing one) {
    List<Object> bar = new ArrayList<>(List.of(one.name(), short4(one.ratio())));
    boolean known = one.low() != null && one.high() != null && !one.low().equals(one.high());
    bar.add(known ? short4(one.low()) : 0);
    bar.add(known ? short4(one.high()) : 0);
    bar.add(
        (one.value() == null ? Figures.factor(one.ratio()) + "×" : one.value().toString())
            + (one.weakened() ? " †" : ""));
    return bar;
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
    for (ReportPage.Table table : new RankingTables(analysis).tables()) {
      List<List<Double>> points =
          releases.stream()
              .map(
                  release ->
                      table.rows().stream()
                          .filter(row -> row.candidate().equals(release))
                          .map(row -> row.relativeTo().get(releases.get(0)))
                          .filter(Objects::nonNull)
                          .findFirst()
                          .map(Site::point)
                          .orElse(List.of()))
              .toList();
      if (points.stream().flatMap(List::stream).anyMatch(each -> each > 0)) {
        speeds.put(table.measure(), points);
      }
    }
    return new History(releases, speeds, LadderText.sentences(Ladder.of(releases, run.results())));
  }

  private static List<Double> point(ReportPage.Multiple one) {
    return Stream.of(one.ratio(), one.low(), one.high())
        .map(each -> each == null ? 0 : short4(each))
        .toList();
  }
}
