package dev.storagebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.compare.Runs;
import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.report.html.Browser;
import dev.storagebench.analysis.result.CellResult;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.ClientsReport;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageIT {
  @TempDir private Path folder = Path.of("");

  @Test
  void cellsThatFailedOrCannotRunStandInTheTableOfCells() {
    Object cells = new ReportPage(Analysis.of(SampleRun.whole()), List.of()).data().get("cells");
    assertThat(cells)
        .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
        .hasSize(SampleRun.whole().results().size())
        .filteredOn(cell -> SampleRun.HOSTILE.equals(cell.get("message")))
        .isNotEmpty()
        .allMatch(cell -> cell.get("score").equals(OptionalDouble.empty()));
  }

  @Test
  void aBrowserDrawsEachChartAndTakesNoTextForMarkup() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("report.html"), page(SampleRun.ofSuite()));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.console()).isEmpty();
    long charts = count(seen.dom(), "<div class=\"chart\"");
    assertThat(charts).isGreaterThan(40);
    assertThat(count(seen.dom(), "<div class=\"chart\".{0,2000}?<svg ")).isEqualTo(charts);
    assertThat(seen.dom().replaceAll("(?s)<script.*?</script>", ""))
        .contains("<title>lmdb, mapdb, mysql, rocksdb, wiredtiger on ", "&lt;/script&gt;")
        .contains("disk writes per operation")
        .doesNotContain("<img");
  }

  @Test
  void filesOfProfilersAreLinkedAtTheirCellsWhateverTheirNames() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("report.html"), page(SampleRun.ofSuite()));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.dom())
        .contains(
            "<a href=\"profiles/a%20b%253A%3F%23%3Ci%3E%22/profile.jfr\">profile.jfr</a>",
            "measured under a profiler (jfr)");
  }

  /** For people to look at: {@code target/screenshots}. */
  @Test
  void picturesAreTakenInLightDarkAndNarrow() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("report.html"), page(SampleRun.ofSuite()));
    Path pictures = Path.of("target", "screenshots");
    browser.picture(file, pictures.resolve("report-light.png"), 1280, 3000, false);
    browser.picture(file, pictures.resolve("report-dark.png"), 1280, 3000, true);
    browser.picture(file, pictures.resolve("report-narrow.png"), 400, 3000, false);
    for (String name : List.of("light", "dark", "narrow")) {
      BufferedImage picture = ImageIO.read(pictures.resolve("report-" + name + ".png").toFile());
      assertThat(picture.getHeight()).isEqualTo(3000);
      int corner = picture.getRGB(2, 2) & 0xff;
      assertThat(corner < 0x80).as(name + " is dark").isEqualTo(name.equals("dark"));
    }
  }

  @Test
  void nothingIsWiderThanANarrowScreen() throws Exception {
    Browser browser = Browser.find(folder);
    Files.writeString(folder.resolve("report.html"), page(SampleRun.ofSuite()));
    // A window of a desktop browser has a least width, a frame has none.
    Path frame =
        Files.writeString(
            folder.resolve("frame.html"),
            """
            <iframe src="report.html" style="width: 400px; height: 900px; border: 0"></iframe>
            <script>onload = () => {
              const page = document.querySelector('iframe').contentDocument.documentElement;
              document.body.dataset.fits = page.scrollWidth <= page.clientWidth;
              const folded = [...page.querySelectorAll('section > details:not([open])')].map(each => each.parentElement.id);
              document.body.dataset.folded = ['cost', 'time', 'settings'].every(each => folded.includes(each));
            };</script>\
            """);
    assertThat(browser.open(frame).dom()).contains("data-fits=\"true\"", "data-folded=\"true\"");
  }

  @Test
  void noTableNeedsAScrollBarAt1200Pixels() throws Exception {
    Browser browser = Browser.find(folder);
    String measuring =
        page(SampleRun.ofSuite())
            .replaceFirst("script-src [^;]*;", "script-src 'unsafe-inline';")
            .replace(
                "</script>\n</body>",
                """
                </script><script>
                const wide = [...document.querySelectorAll('main > section > .scroll, main > section > div > .scroll')]
                  .filter(each => each.scrollWidth > each.clientWidth).map(each => each.getAttribute('aria-label'));
                document.body.dataset.wide = wide.length + ' ' + wide.join(', ');
                </script></body>\
                """);
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("wide.html"), measuring));
    assertThat(seen.dom()).contains("data-wide=\"0 ");
  }

  @Test
  void aTableThatIsCutOffSaysSo() throws Exception {
    Browser browser = Browser.find(folder);
    String narrow =
        page(SampleRun.ofSuite())
            .replace(".scroll { overflow: auto;", ".scroll { width: 20rem; overflow: auto;");
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("cut.html"), narrow));
    assertThat(seen.dom()).contains("<small class=\"more\">more columns: scroll right");
  }

  /** Records a second were shown as seconds. */
  @Test
  void iterationsHaveTheirOwnUnit() {
    Cell load = Runs.cell("Load", "lmdb");
    CellResult measured = Runs.measured(load, 0, 1e6);
    Object cells =
        new ReportPage(Analysis.of(Runs.run("cpu", List.of(measured))), List.of())
            .data()
            .get("cells");
    assertThat(cells)
        .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
        .allMatch(cell -> cell.get("iterationUnit").equals("ops/s"));
  }

  @Test
  void aFieldFiltersCellsAndAHeadingSortsThem() throws Exception {
    Browser browser = Browser.find(folder);
    String using =
        page(SampleRun.ofSuite())
            .replaceFirst("script-src [^;]*;", "script-src 'unsafe-inline';")
            .replace(
                "</script>\n</body>",
                """
                </script><script>
                const field = document.querySelector('#cells input');
                field.value = 'LMDB tight';
                field.dispatchEvent(new Event('input'));
                const sort = [...document.querySelectorAll('#cells button.sort')].find(each => each.textContent === 'score');
                sort.click();
                sort.click();
                const shown = [...document.querySelectorAll('#cells tbody tr')].filter(row => !row.hidden);
                document.body.dataset.found = shown.every(row => row.textContent.includes('lmdb'));
                document.body.dataset.top = shown[0].cells[4].textContent;
                </script></body>\
                """);
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("use.html"), using));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("data-found=\"true\"", "data-top=\"87.5k\"", "aria-sort=\"descending\"")
        .containsPattern("20 of \\d+ rows");
  }

  /** Reads of a take 1 ms and writes 4 ms; b is the other way round. */
  private static Manifest readsAndWrites() {
    List<CellResult> results = new ArrayList<>();
    results.addAll(Runs.rounds(Runs.cell("PointRead", "a"), 1000, 1000));
    results.addAll(Runs.rounds(Runs.cell("RandomWrite", "a"), 250, 250));
    results.addAll(Runs.rounds(Runs.cell("PointRead", "b"), 250, 250));
    results.addAll(Runs.rounds(Runs.cell("RandomWrite", "b"), 1000, 1000));
    return Runs.run("cpu", results);
  }

  @Test
  void theAddressHidesCandidatesAndChoosesReferenceAndShareOfReads() throws Exception {
    String using =
        page(readsAndWrites())
            .replaceFirst("script-src [^;]*;", "script-src 'unsafe-inline';")
            .replace(
                "</script>\n</body>",
                """
                </script><script>
                const text = place => [...document.querySelectorAll(place)].map(each => each.textContent).join(' ');
                const seen = name => { document.body.dataset[name] = text('#mix tbody tr:not(.off)') + '; ' + text('#ranking tbody tr:not(.off)'); };
                location.hash = 'ref=b&reads=80';
                addEventListener('hashchange', () => {
                  seen('reference');
                  document.querySelector('button.engine').click();
                  seen('hidden');
                  document.body.dataset.address = location.hash;
                }, { once: true });
                </script></body>\
                """);
    Browser browser = Browser.find(folder);
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("use.html"), using));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        // 0.8 of 1 ms and 0.2 of 4 ms.
        .contains(
            "data-reference=\"a625interpolated between 0 and 100 %2.13×"
                + " b294interpolated between 0 and 100 %1.00×")
        .contains("data-hidden=\"b294interpolated between 0 and 100 %1.00×")
        .contains("data-address=\"#ref=b&amp;reads=80&amp;hide=a\"")
        .contains("b2501.00×");
  }

  @Test
  void theSliderShowsWhatWasMeasuredWhereItWas() throws Exception {
    List<CellResult> results = new ArrayList<>(readsAndWrites().results());
    for (String candidate : List.of("a", "b")) {
      results.addAll(Runs.rounds(Runs.cell("ReadWriteMix", candidate), 700, 700));
    }
    Browser browser = Browser.find(folder);
    Browser.Seen seen =
        browser.open(Files.writeString(folder.resolve("mix.html"), page(Runs.run("cpu", results))));
    // By the costs of reads and writes a would do 870 and b 261 operations a second.
    assertThat(seen.dom())
        .contains("At 95 % reads", "95 % reads, measured<")
        .containsPattern("op/s\">700<.{0,60}from\">measured<.{0,60}reference\">1.00×<")
        .doesNotContain("interpolated between 95");
  }

  @Test
  void eachAnswerHasABarForEachCandidateThatFollowsTheChoiceOfCandidates() throws Exception {
    List<CellResult> results = new ArrayList<>();
    results.addAll(rounds(Runs.cell("PointRead", "a"), 1000));
    results.addAll(rounds(Runs.cell("PointRead", "b"), 250));
    String hiding =
        page(Runs.run("cpu", results))
            .replaceFirst("script-src [^;]*;", "script-src 'unsafe-inline';")
            .replace(
                "</script>\n</body>",
                """
                </script><script>
                const wide = [...document.querySelectorAll('#verdict .bars .bar')].map(each => Math.round(each.offsetWidth / each.parentElement.offsetWidth * 100));
                document.body.dataset.bars = wide.join(' ') + '; ' + document.querySelector('#verdict .bars').innerText.replace(/\\s+/g, ' ');
                document.querySelector('button.engine').click();
                document.body.dataset.left = document.querySelector('#verdict .bars').innerText.replace(/\\s+/g, ' ');
                </script></body>\
                """);
    Browser browser = Browser.find(folder);
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("bars.html"), hiding));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("data-bars=\"100 25; a 1.00k b 250\"", "data-left=\"b 250\"");
    String none =
        page(
            SampleRun.loaded(
                Runs.run("cpu", results),
                "load average 98.00 on 2 processors: other processes are running"));
    assertThat(browser.open(Files.writeString(folder.resolve("void.html"), none)).dom())
        .contains(">Verdict (void)<")
        .doesNotContain("class=\"bars\"");
  }

  @Test
  void figuresHaveAColumnOfRoundsWhereTheyDifferAndSayWhy() throws Exception {
    List<CellResult> results = new ArrayList<>();
    results.addAll(rounds(Runs.cell("PointRead", "a").withRounds(3), 1000));
    results.addAll(Runs.rounds(Runs.cell("PointRead", "b").withRounds(2), 250, 251));
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("rounds.html"), page(Runs.run("cpu", results)));
    String figures = text(browser.open(file).dom(), "figures", "trade-offs");
    assertThat(figures)
        .contains("Rounds as planned: b 2, all others 3.")
        .containsPattern("rounds a 1.00k ±0% 3 b 250 ±\\d% 2 ");
    results.removeIf(each -> each.round() == 2);
    Files.writeString(file, page(Runs.run("cpu", results)));
    assertThat(text(browser.open(file).dom(), "figures", "trade-offs")).doesNotContain("ounds a");
  }

  /** A system without Chinese characters has lines of no height where none is given. */
  @Test
  void labelsHideTheLinesBehindThem() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("labels.html"), page(readsAndWrites()));
    assertThat(browser.open(file).dom())
        .containsPattern("l[\\d.]+ 0l0 13l-[\\d.]+ 0Z\"[^>]*></path><text[^>]*>1.00×<");
  }

  @Test
  void manyVerdictsAreATableOfWorkloadsByConditionsWhateverEachWorkloadWasMeasuredUnder()
      throws Exception {
    List<CellResult> results = new ArrayList<>();
    for (String memory : List.of("2x", "0.5x", "0.1x")) {
      for (String workload : List.of("PointRead", "RandomWrite", "ReadModifyWrite")) {
        // One workload has fewer conditions than the others.
        if (!memory.equals("0.1x") || !workload.equals("ReadModifyWrite")) {
          double a = memory.equals("2x") ? 300 : 100;
          results.addAll(rounds(Runs.cell(workload, "a", "memory", memory), a));
          results.addAll(rounds(Runs.cell(workload, "b", "memory", memory), 200));
        }
      }
    }
    results.addAll(rounds(Runs.cell("ReadWriteMix", "a", "memory", "2x", "cache", "4x"), 100));
    results.addAll(rounds(Runs.cell("ReadWriteMix", "b", "memory", "2x", "cache", "4x"), 200));
    results.addAll(rounds(Runs.cell("ReadWriteMix", "a", "memory", "2x", "cache", "auto"), 100));
    results.addAll(rounds(Runs.cell("ReadWriteMix", "b", "memory", "2x", "cache", "auto"), 300));
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("matrix.html"), page(Runs.run("cpu", results)));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.console()).isEmpty();
    String verdict = text(seen.dom(), "verdict", "trade-offs");
    assertThat(verdict)
        .contains("workload memory 2x memory 0.5x memory 0.1x")
        .contains("Reads a 1.50× b 2.00× b 2.00×")
        .contains("Writes a 1.50× b 2.00× b 2.00×")
        .contains("ReadModifyWrite a 1.50× b 2.00× –")
        .contains("95 % reads, cache 4x b 2.00× – –")
        .contains("95 % reads b 3.00× – –");
  }

  /** Three rounds that differ by a thousandth. */
  private static List<CellResult> rounds(Cell cell, double speed) {
    return Runs.rounds(cell, speed * 0.999, speed, speed * 1.001);
  }

  /** What a section shows, up to another one. */
  private static String text(String dom, String section, String next) {
    int from = dom.indexOf("<section id=\"" + section + "\"");
    return dom.substring(from, dom.indexOf("<section id=\"" + next + "\"", from))
        .replaceAll("<ul class=\"bars\">.*?</ul>", "")
        .replaceAll("<[^>]*>", " ")
        .replaceAll("\\s+", " ");
  }

  @Test
  void eachClientHasItsShareItsProcessorTimeAndWhatTheServerCounted() throws Exception {
    CellResult one = Runs.measured(Runs.cell("PointRead", "a"), 0, 400);
    ClientsReport clients =
        new ClientsReport(
            List.of(client("0 here", 300, 50), client("1 there", 100, 95)),
            250,
            97.5,
            Map.of("select", 1200L),
            Map.of("select", 1199L));
    CellReport report =
        new CellReport(null, null, null, null, null, List.of(), null, null, null, null, clients);
    CellResult measured = Runs.with(one, List.of(), report);
    Browser browser = Browser.find(folder);
    Path file =
        Files.writeString(folder.resolve("clients.html"), page(Runs.run("cpu", List.of(measured))));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.console()).isEmpty();
    assertThat(text(seen.dom(), "clients", "warnings"))
        .contains("0 here PointRead, 2 threads a 1 0.750 0.500 250µs 0.975 1200 1199")
        .contains("1 there PointRead, 2 threads a 1 0.250 0.950 250µs 0.975 1200 1199");
    assertThat(text(seen.dom(), "warnings", "cells"))
        .contains("clients did not measure at the same time", "clients used more than 90 %");
  }

  private static ClientsReport.Client client(String name, double score, double cpuPercent) {
    return new ClientsReport.Client(name, List.of(score), 0.0, 0.0, 1, 1, cpuPercent, null);
  }

  @Test
  void noTwoOfTwentyFourCandidatesHaveOneColour() throws Exception {
    List<CellResult> results = new ArrayList<>();
    for (String known : List.of("rocksdb", "leveldb", "hyperleveldb", "noop")) {
      results.addAll(Runs.rounds(Runs.cell("PointRead", known), 100, 100));
    }
    for (int i = 0; i < 20; i++) {
      results.addAll(Runs.rounds(Runs.cell("PointRead", "release" + i), 100, 100));
    }
    Browser browser = Browser.find(folder);
    String asking =
        page(Runs.run("cpu", results))
            .replaceFirst("script-src [^;]*;", "script-src 'unsafe-inline';")
            .replace(
                "</script>\n</body>",
                """
                </script><script>
                const names = JSON.parse(document.getElementById('data').textContent).candidates;
                document.body.dataset.colours = names.length + ' ' + new Set(names.map(charts.color)).size;
                </script></body>\
                """);
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("colours.html"), asking));
    assertThat(seen.dom()).contains("data-colours=\"24 24\"");
  }

  @Test
  void theVerdictOfARunThatIsNotValidIsHeadedAndGreyedAsVoid() throws Exception {
    String warning = "load average 98.00 on 2 processors: other processes are running";
    Manifest run = SampleRun.loaded(readsAndWrites(), warning);
    Browser browser = Browser.find(folder);
    Path valid = Files.writeString(folder.resolve("valid.html"), page(readsAndWrites()));
    Path invalid = Files.writeString(folder.resolve("void.html"), page(run));
    assertThat(browser.open(valid).dom()).doesNotContain(">Verdict (void)<", "class=\"void\"");
    assertThat(browser.open(invalid).dom()).contains(">Verdict (void)<", "class=\"void\"");
  }

  @Test
  void everyCellIsFoldedAfterTheWarningsAndAnUnsupportedOneTookNoTime() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("report.html"), page(SampleRun.ofSuite()));
    String dom = browser.open(file).dom();
    assertThat(dom.indexOf("<section id=\"cells\"")).isGreaterThan(dom.indexOf("id=\"warnings\""));
    assertThat(dom)
        .containsPattern("(?s)<section id=\"cells\".{0,900}<details><summary>All \\d+ rounds")
        .containsPattern("UNSUPPORTED</td><td [^>]*>–</td><td [^>]*>–</td>(<td [^>]*>–</td>){1,2}")
        .doesNotContain(">0.00ns<");
  }

  @Test
  void aBrowserShowsARunThatHasMeasuredNothing() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("report.html"), page(SampleRun.stoppedAtOnce()));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("Nothing was measured").doesNotContain("id=\"ranking\"");
  }

  private static String page(Manifest run) {
    return new ReportPage(Analysis.of(run), ReportPage.FILES).page().render();
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).results().count();
  }
}
