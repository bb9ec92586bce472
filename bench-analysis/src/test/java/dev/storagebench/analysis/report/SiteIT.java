package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.analysis.report.html.Browser;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.result.RunLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A site of packed runs and of one whose texts attack it. */
final class SiteIT {
  private static final Path RESULTS = Path.of("../docs/results");
  private static final List<Path> PUBLISHED =
      List.of(RESULTS.resolve("quick"), RESULTS.resolve("rocksdb-years/run.zip"));
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final long MAX_FIRST_LOAD = 300_000;
  private static final int MAX_LINK = 100;

  @TempDir private Path folder = Path.of("");

  private Path site(List<Path> runs) throws IOException {
    Path site = folder.resolve("site");
    new Site("../docs").write(site, runs);
    return site;
  }

  /** A run whose names and messages would end a script, in a folder whose name is markup. */
  private Path hostile() throws IOException {
    RunFolder run = new RunFolder(Files.createDirectories(folder.resolve("<img src=x> & \"'")));
    Manifest whole =
        SampleRun.with(
            SampleRun.whole(), SampleViews.suite().titled("<script>document.title='broken'"));
    run.write(whole);
    Files.createFile(run.log());
    new RunLog(run, whole.origin()).append(whole.results());
    return run.path();
  }

  /** The folder of a published run whose manifest and log were changed. */
  private Path unpacked(
      String published, String name, Consumer<ObjectNode> change, UnaryOperator<String> log)
      throws IOException {
    Path run = Files.createDirectories(folder.resolve(name));
    try (FileSystem zip = FileSystems.newFileSystem(RESULTS.resolve(published + "/run.zip"))) {
      String lines = Files.readString(zip.getPath("cells.jsonl"));
      Files.writeString(
          run.resolve("cells.jsonl"), log.apply(lines.replaceAll("\"crc\":\"\\w+\",", "")));
      ObjectNode manifest = (ObjectNode) JSON.readTree(Files.readString(zip.getPath("run.json")));
      change.accept(manifest);
      Files.writeString(run.resolve("run.json"), manifest.toString());
    }
    return run;
  }

  /** What the first page draws. */
  private static JsonNode data(Path site) throws IOException {
    return JSON.readTree(
        Files.readString(site.resolve("findings.js"))
            .replaceFirst("^globalThis.site = JSON.parse\\('", "")
            .replaceFirst("'\\);\\s*$", "")
            .replace("\\'", "'")
            .replace("\\\\", "\\"));
  }

  /** What a script in a page finds in a frame with the site, at a phone's width. */
  private String inFrame(Path site, String link, String script) throws Exception {
    Path frame =
        Files.writeString(
            site.resolve("frame.html"),
            """
            <iframe src="index.html%s" style="width: 400px; height: 900px; border: 0"></iframe>
            <script>onload = () => {
              const page = document.querySelector('iframe').contentDocument;
              const data = document.body.dataset;
              const all = (where, what) => [...page.querySelectorAll(where)].map(what).join('|');
              %s
            };</script>"""
                .formatted(link, script));
    return Browser.find(folder).open(frame).dom();
  }

  private static List<String> matches(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult each) -> each.group(1))
        .toList();
  }

  @Test
  void thePublishedRunsLoadAtOnceAndEachFigureHasItsFile() throws Exception {
    List<Path> all;
    try (Stream<Path> runs = Files.list(RESULTS)) {
      all = runs.filter(each -> Files.exists(each.resolve("run.zip"))).sorted().toList();
    }
    Path site = site(all);
    long first = 0;
    for (String each : List.of("index.html", "findings.js", "site.js")) {
      first += Files.size(site.resolve(each));
    }
    assertThat(first).isLessThan(MAX_FIRST_LOAD);
    for (Path each : all) {
      Path run = site.resolve(each.getFileName());
      assertThat(run.resolve("run.zip")).hasSameBinaryContentAs(each.resolve("run.zip"));
      assertThat(List.of("index.html", "data.js", "results.csv", "verdict.json"))
          .allMatch(file -> Files.exists(run.resolve(file)));
    }
    JsonNode data = data(site);
    int longest = "#e=native".length() + "&run=".length();
    for (JsonNode filter : data.get("filters")) {
      longest +=
          filter.get("values").propertyNames().stream().mapToInt(String::length).max().orElse(0)
              + "&m=".length();
    }
    for (JsonNode run : data.get("runs")) {
      assertThat(run.get("name").asString().length() + longest).isLessThan(MAX_LINK);
    }
    assertThat(data.at("/lines").size()).isGreaterThan(150);
  }

  @Test
  void aRunThatIsNotPackedYetShowsNoPlaceThatPackingLeavesOut() throws Exception {
    Path run =
        unpacked(
            "quick",
            "unpacked",
            manifest ->
                manifest
                    .withArray("/command")
                    .add("kv:/srv/secret/own.csv")
                    .add("mysql{url=jdbc:mysql://db.secret.example/x}"),
            UnaryOperator.identity());
    Path site = site(List.of(run));
    try (FileSystem zip = FileSystems.newFileSystem(site.resolve("unpacked/run.zip"));
        Stream<Path> beside = Files.walk(site);
        Stream<Path> inside = Files.walk(zip.getPath("/"))) {
      assertThat(Stream.concat(beside, inside).filter(Files::isRegularFile))
          .hasSizeGreaterThan(8)
          .allSatisfy(
              file ->
                  assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                      .doesNotContain("secret"));
    }
  }

  @Test
  void nothingIsDrawnWhereAllAreWeakenedOrTheRunIsVoid() throws Exception {
    Path weakened =
        unpacked(
            "quick", "weakened", any -> {}, log -> log.replace("\"HONOURED\"", "\"WEAKENED\""));
    Path battery =
        unpacked(
            "quick",
            "battery",
            manifest ->
                manifest
                    .withArray("/environment/warnings")
                    .addObject()
                    .put("kind", "BATTERY")
                    .put("text", "on battery")
                    .put("remedy", "")
                    .putArray("values"),
            UnaryOperator.identity());
    assertThat(data(site(List.of(weakened, battery))).get("lines"))
        .hasSizeGreaterThan(6)
        .allSatisfy(line -> assertThat(line.get("bars")).isEmpty());
    assertThat(data(site(PUBLISHED)).get("lines"))
        .allSatisfy(line -> assertThat(line.get("bars")).isNotEmpty());
  }

  @Test
  void noTextOfARunIsMarkupAndEachLinkLeadsOn() throws Exception {
    Path site = site(List.of(PUBLISHED.get(0), PUBLISHED.get(1), hostile()));
    for (String each : List.of("index.html", "findings.js")) {
      assertThat(Files.readString(site.resolve(each)))
          .doesNotContain("<img", "</script><script>document");
    }
    Browser browser = Browser.find(folder);
    Browser.Seen seen = browser.open(site.resolve("index.html"));
    assertThat(seen.console()).isEmpty();
    String dom = seen.dom().replaceAll("(?s)<script.*?</script>|<noscript>.*?</noscript>", "");
    assertThat(dom).contains("Storage engines compared", "<strong>").doesNotContain("<img");
    List<String> links = matches(dom, "href=\"([^\"#]+)[^\"]*\"");
    assertThat(links).contains("quick/run.zip", "../docs/engines/lmdb.md");
    assertThat(links)
        .allMatch(
            link -> Files.exists(link.startsWith("../docs") ? Path.of(link) : site.resolve(link)));
    // Its machine is another one, and never stands beside the first; both are in the choices.
    assertThat(matches(dom, "<h2[^>]*>(.*?)</h2>")).noneMatch(title -> title.contains("broken"));
    assertThat(dom).contains("&lt;script&gt;document.title='broken'");
  }

  @Test
  void aRunsPageReadsItsDataFromAFileBesideIt() throws Exception {
    Path site = site(List.of(PUBLISHED.get(0)));
    Browser.Seen seen = Browser.find(folder).open(site.resolve("quick/index.html"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("<svg ", "All runs", "href=\"run.zip\"");
  }

  @Test
  void aLadderShowsItsReleasesAndNothingIsWiderThanAPhone() throws Exception {
    Path site = site(PUBLISHED);
    String dom =
        inFrame(
            site,
            "",
            """
            data.fits = page.documentElement.scrollWidth <= page.documentElement.clientWidth;
            data.points = page.querySelectorAll('svg circle').length;
            const before = page.querySelectorAll('dt').length;
            const choice = page.querySelectorAll('select')[4];
            choice.value = 'writes';
            choice.dispatchEvent(new Event('change'));
            data.fewer = page.querySelectorAll('dt').length < before;
            data.link = page.location.hash;""");
    assertThat(dom)
        .contains("data-fits=\"true\"", "data-fewer=\"true\"", "data-link=\"#w=writes\"")
        .doesNotContain("data-points=\"0\"");
  }

  @Test
  void aFilterOfEnginesLeavesNoSentenceAboutOthers() throws Exception {
    Path site = site(List.of(PUBLISHED.get(0), RESULTS.resolve("movies")));
    // This module has no engines, of which to know it.
    Path findings = site.resolve("findings.js");
    Files.writeString(
        findings,
        Files.readString(findings)
            .replace("\"mapdb-hash\":{\"kind\":\"\"", "\"mapdb-hash\":{\"kind\":\"java\"")
            .replace("{\"kind\":\"\"", "{\"kind\":\"native\""));
    String script =
        """
        data.needs = all('dt', each => each.textContent);
        data.answers = all('dd p:first-child', each => each.textContent);
        data.bars = all('li .name', each => each.textContent);
        data.ratios = all('li .value', each => each.textContent.split(' ')[0]);
        data.runs = page.querySelectorAll('h2').length;""";
    String java = inFrame(site, "#run=quick&e=java", script);
    assertThat(java)
        .contains("of these: mapdb-hash. ")
        .doesNotContain("lmdb")
        .contains("data-ratios=\"1.00", "data-runs=\"1\"");
    // The best is shown, and others are hidden.
    assertThat(inFrame(site, "#run=quick&e=native", script)).contains("|lmdb. ", "data-runs=\"1\"");
    assertThat(inFrame(site, "#run=quick&e=server", script)).contains("data-runs=\"0\"");
    // Lines about values of memory belong to all engines of their run.
    assertThat(inFrame(site, "#run=movies&e=native", script))
        .contains("How much memory is enough", "data-runs=\"1\"");
    assertThat(inFrame(site, "#run=movies&e=java", script)).contains("data-runs=\"0\"");
  }

  @Test
  void aChosenRunIsShownWhateverItsMachine() throws Exception {
    Path site = site(List.of(PUBLISHED.get(0), PUBLISHED.get(1), hostile()));
    String runs = "data.runs = all('h2 a', each => each.getAttribute('href'));";
    assertThat(inFrame(site, "#run=img-src-x", runs))
        .contains("data-runs=\"img-src-x/index.html\"");
    assertThat(inFrame(site, "#run=quick", runs)).contains("data-runs=\"quick/index.html\"");
  }

  @Test
  void aLadderWithAControlHasItsHistoryAndNoCourseWithoutFigures() throws Exception {
    Path run =
        unpacked(
            "rocksdb-years",
            "ladder",
            manifest -> {
              ArrayNode cells = (ArrayNode) manifest.at("/plan/cells");
              JsonNode control = cells.get(0).deepCopy();
              ((ObjectNode) control.get("parameters")).put("engine", "control=rocksdb@6.29.5");
              cells.add(control);
            },
            // The oldest one has no writes.
            log ->
                log.replaceAll(
                    "(?m)^.*\"RandomWrite\".*\"engine\":\"rocksdb@6\\.29\\.5\".*\\R", ""));
    JsonNode history = data(site(List.of(run))).at("/runs/0/history");
    assertThat(history.get("releases").size()).isGreaterThan(9);
    assertThat(history.get("speeds").propertyNames())
        .isNotEmpty()
        .noneMatch(each -> each.startsWith("RandomWrite"))
        .anyMatch(each -> each.startsWith("PointRead"));
  }

  @Test
  void aFolderWithSomethingElseAndTwoRunsOfOneNameAreRefused() throws Exception {
    Path full = Files.createDirectories(folder.resolve("full"));
    Files.createFile(full.resolve("mine.txt"));
    assertThatThrownBy(() -> new Site("").write(full, PUBLISHED))
        .hasMessageContaining("is not empty, and no site");
    List<Path> twice = List.of(PUBLISHED.get(0), PUBLISHED.get(0));
    assertThatThrownBy(() -> site(twice)).hasMessageContaining("two runs would be named quick");
  }
}
