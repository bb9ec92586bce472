package dev.storagebench.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.report.ReportModel.Answer;
import dev.storagebench.core.report.html.Browser;
import dev.storagebench.core.result.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void theFirstAnswerNamesTheBestAndHowFarTheOthersAre() {
    Answer answer = ReportPage.model(MoviesRun.whole()).answers().get(0);
    assertThat(answer.measure()).isEqualTo("PointRead, 8 threads, memory fits");
    assertThat(answer.best()).containsExactly("lmdb");
    assertThat(answer.figure()).isEqualTo("1.05M op/s");
    assertThat(answer.sure()).isTrue();
    assertThat(answer.others())
        .isEqualTo("mapdb 0.25×, mysql 0.14×, rocksdb 0.10×, wiredtiger 0.077×");
  }

  @Test
  void cellsThatFailedOrCannotRunStandInTheTableOfCells() {
    ReportModel model = ReportPage.model(MoviesRun.whole());
    assertThat(model.cells()).hasSize(MoviesRun.whole().results().size());
    assertThat(model.cells())
        .filteredOn(cell -> MoviesRun.HOSTILE.equals(cell.message()))
        .isNotEmpty()
        .allMatch(cell -> cell.score() == null);
  }

  @Test
  void aBrowserDrawsEachChartAndTakesNoTextForMarkup() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("report.html"), page(MoviesRun.whole()));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.console()).isEmpty();
    long charts = count(seen.dom(), "<div class=\"chart\"");
    assertThat(charts).isGreaterThan(40);
    assertThat(count(seen.dom(), "<div class=\"chart\".{0,2000}?<svg ")).isEqualTo(charts);
    assertThat(seen.dom().replaceAll("(?s)<script.*?</script>", ""))
        .contains("<title>Storage Bench: report</title>", "&lt;/script&gt;", "Scaling with threads")
        .doesNotContain("<img");
  }

  @Test
  void aFieldFiltersCellsAndAHeadingSortsThem() throws Exception {
    Browser browser = Browser.find(folder);
    String using =
        page(MoviesRun.whole())
            .replaceFirst("script-src [^;]*;", "script-src 'unsafe-inline';")
            .replace(
                "</script>\n</body>",
                """
                </script><script>
                const field = document.querySelector('#cells input');
                field.value = 'LMDB tight';
                field.dispatchEvent(new Event('input'));
                const sort = [...document.querySelectorAll('#cells button.sort')].find(each => each.textContent === 'figure');
                sort.click();
                sort.click();
                const shown = [...document.querySelectorAll('#cells tbody tr')].filter(row => !row.hidden);
                document.body.dataset.found = shown.every(row => row.textContent.includes('lmdb'));
                document.body.dataset.top = shown[0].cells[4].textContent;
                </script></body>""");
    Browser.Seen seen = browser.open(Files.writeString(folder.resolve("use.html"), using));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("data-found=\"true\"", "data-top=\"87.5k\"", "aria-sort=\"descending\"")
        .containsPattern("20 of \\d+ rows");
  }

  @Test
  void aBrowserShowsARunThatHasMeasuredNothing() throws Exception {
    Browser browser = Browser.find(folder);
    Path file = Files.writeString(folder.resolve("report.html"), page(MoviesRun.stoppedAtOnce()));
    Browser.Seen seen = browser.open(file);
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom()).contains("nothing was measured", "nothing to compare");
  }

  private static String page(Manifest run) {
    return new ReportPage().render(run);
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).results().count();
  }
}
