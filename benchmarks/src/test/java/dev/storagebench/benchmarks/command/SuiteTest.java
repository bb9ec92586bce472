package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.analysis.compare.Measure;
import dev.storagebench.analysis.suite.Overrides;
import dev.storagebench.analysis.suite.Overrides.Size;
import dev.storagebench.analysis.suite.Overrides.Times;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.Suite;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.analysis.suite.SuiteReader;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a suite file becomes cells, and what happens to mistakes in one. */
class SuiteTest {
  private static final String SUITE =
      """
      name: mine
      title: Mine
      candidates: [noop, rocksdb]
      conditions:
        memory: [none, 64m]
        threads: [1, 2]
      workloads:
        read: PointRead
        mix: {benchmark: ReadWriteMix, readPercent: [50, 90]}
        load: {benchmark: Load, durability: none, rounds: 1}
      timing: {rounds: 3, measure: 2s, warmUp: 1s, iterations: 4}
      """;

  private static Suite read(String yaml) {
    return new SuiteReader(name -> "").read("mine.yaml", yaml);
  }

  static Overrides overrides(
      String engines, Map<String, List<String>> values, String... workloads) {
    return new Overrides(
        Overrides.candidates(engines),
        values,
        List.of(workloads),
        List.of(),
        Size.OF_SUITE,
        1,
        Times.OF_SUITE,
        null);
  }

  static List<Cell> cells(Suite suite, Overrides overrides) {
    return SuitePlan.of(suite, overrides).plan().cells();
  }

  @Test
  void axesAreMultipliedAndWorkloadsKeepTheirOwnValues() {
    List<Cell> cells = cells(read(SUITE), Overrides.of(null));
    assertThat(cells).hasSize(2 * 2 * 2 * (1 + 2 + 1));
    assertThat(cells)
        .filteredOn(cell -> cell.benchmark().equals("Load"))
        .allSatisfy(
            cell -> {
              assertThat(cell.parameters().texts()).containsEntry("durability", "none");
              assertThat(cell.rounds()).isEqualTo(1);
            });
    assertThat(cells.get(0).timing()).isEqualTo(new Cell.Timing(2, 4, 500));
  }

  @Test
  void theCommandLineOverridesAxes() {
    Suite suite = read(SUITE);
    List<Cell> cells =
        cells(
            suite,
            overrides(
                "a=rocksdb{max_background_jobs=4},lmdb",
                Map.of(
                    "memory", List.of("32m"),
                    "threads", List.of("1", "4", "8"),
                    "readPercent", List.of("75"),
                    "durability", List.of("sync")),
                "mix",
                "load",
                "Scan"));
    assertThat(cells.stream().map(Cell::label).distinct()).containsExactly("a", "lmdb");
    assertThat(cells).hasSize(2 * (3 * (1 + 2) + 2));
    assertThat(cells)
        .allSatisfy(cell -> assertThat(cell.parameters().texts()).containsEntry("memory", "32m"));
    assertThat(cells.stream().map(Cell::workload).distinct())
        .containsExactly("ReadWriteMix 75", "Load", "Scan 100 forward", "Scan 100 backward");
    assertThat(
            cells.stream()
                .collect(
                    Collectors.groupingBy(
                        Cell::benchmark,
                        Collectors.mapping(
                            cell -> cell.parameters().texts().get("durability"),
                            Collectors.toSet()))))
        .isEqualTo(
            Map.of("ReadWriteMix", Set.of("sync"), "Scan", Set.of("sync"), "Load", Set.of("none")));
  }

  @Test
  void aCandidateMayTakeTheNearestSettingsAndIsStillCompared() {
    Suite suite =
        read(SUITE.replace("[noop, rocksdb]", "[rocksdb, {engine: mapdb-hash, nearest: true}]"));
    Map<String, List<Cell>> cells =
        cells(suite, Overrides.of(null)).stream().collect(Collectors.groupingBy(Cell::label));
    assertThat(cells.get("mapdb-hash")).allMatch(cell -> cell.get(Parameter.NEAREST));
    assertThat(cells.get("rocksdb")).noneMatch(cell -> cell.get(Parameter.NEAREST));
    assertThat(cells.get("mapdb-hash").stream().flatMap(cell -> Measure.figuresOf(cell).stream()))
        .containsExactlyElementsOf(
            cells.get("rocksdb").stream()
                .flatMap(cell -> Measure.figuresOf(cell).stream())
                .toList());
    // By its label it does wherever it is named; the command line decides for all.
    assertThat(cells(suite, overrides("mapdb-hash", Map.of())))
        .allMatch(cell -> cell.get(Parameter.NEAREST));
    assertThat(cells(suite, overrides("mapdb-hash", Map.of("nearest", List.of("false")))))
        .noneMatch(cell -> cell.get(Parameter.NEAREST));
  }

  @Test
  void stagesStayTogetherInTheirOrder() {
    Suite suite =
        read(
            SUITE.replace("threads: [1, 2]", "threads: 2")
                + """
                stages:
                  overwrite: {benchmark: RandomWrite, measure: 30s}
                  read: PointRead
                """);
    RunPlan plan = SuitePlan.of(suite, Overrides.of(null)).plan();
    for (int round = 0; round < plan.rounds(); round++) {
      List<Cell> order = plan.order(round);
      assertThat(order).hasSameSizeAs(Set.copyOf(order));
      // Two candidates, memory of two sizes.
      assertThat(plan.chains(order).stream().filter(chain -> chain.size() > 1))
          .hasSize(4)
          .allSatisfy(
              chain -> {
                assertThat(chain)
                    .extracting(Cell::workload)
                    .containsExactly("1 overwrite", "2 read");
                assertThat(order).containsSubsequence(chain);
                assertThat(order.indexOf(chain.get(1))).isEqualTo(order.indexOf(chain.get(0)) + 1);
                assertThat(chain.get(0).timing().iterationMillis()).isEqualTo(7500);
                assertThat(plan.chain(chain.get(1))).isEqualTo(chain);
              });
    }
  }

  @Test
  void roundsOfTheCommandLineHoldForEachCandidateAndWorkload() {
    Overrides overrides =
        new Overrides(
            null,
            Map.of(),
            List.of(),
            List.of(),
            Size.OF_SUITE,
            1,
            new Times(5, null, null, null, null),
            null);
    String noop = SUITE.replace("[noop,", "[{engine: noop, rounds: 1},");
    assertThat(cells(read(noop), overrides)).allMatch(cell -> cell.rounds() == 5);
    assertThat(cells(read(noop), Overrides.of(null))).extracting(Cell::rounds).containsOnly(1, 3);
  }

  @Test
  void everySecondRoundIsTheReverseOfTheOneBefore() {
    Suite suite = read(SUITE.replace("[noop,", "[{engine: noop, from: 2},"));
    RunPlan plan = SuitePlan.of(suite, Overrides.of(null)).plan().upTo(20);
    Set<List<Cell>> orders = new HashSet<>();
    for (int round = 0; round < plan.rounds(); round += 2) {
      List<Cell> order = plan.order(round);
      List<Cell> next = new ArrayList<>(plan.order(round + 1));
      Collections.reverse(next);
      // noop is not in the first round, and Load in no other.
      assertThat(next.stream().filter(order::contains).toList())
          .isNotEmpty()
          .isEqualTo(order.stream().filter(next::contains).toList());
      orders.add(order);
    }
    assertThat(orders).hasSizeGreaterThan(5);
  }

  @Test
  void onlyTheFirstStageMayBeginEmpty() {
    String stages =
        SUITE.replace("workloads:", "stages:").replace("durability: none, rounds: 1", "rounds: 1");
    assertThatThrownBy(() -> read(stages))
        .hasMessageContaining("stage load begins with an empty store, as only the first one can");
    assertThatThrownBy(() -> read(SUITE.replaceAll("(?s)workloads:.*(?=timing)", "")))
        .hasMessageContaining("'workloads' is missing");
  }

  @Test
  void workloadsOfACandidateAreThoseOfTheSuiteOrItsStages() {
    String stages =
        SUITE
            .replace("workloads:", "stages:")
            .replace("load: {benchmark: Load, durability: none, rounds: 1}", "last: PointRead")
            .replace("[noop,", "[{engine: noop, workloads: [read, last]},");
    assertThat(cells(read(stages), Overrides.of(null)))
        .filteredOn(cell -> cell.label().equals("noop"))
        .noneMatch(cell -> cell.benchmark().equals("ReadWriteMix"))
        .isNotEmpty();
    assertThatThrownBy(() -> read(stages.replace("[read, last]", "[read, lats]")))
        .hasMessageContaining("mine.yaml, line 3")
        .hasMessageContaining("did you mean last");
  }

  @Test
  void aCandidateOfTheSuiteIsNamedByItsLabel() {
    Suite suite =
        read(SUITE.replace("[noop, rocksdb]", "[noop, 'few=rocksdb{max_background_jobs=1}']"));
    assertThat(cells(suite, overrides("few,noop,lmdb", Map.of())))
        .extracting(each -> each.parameters().texts().get("engine"))
        .containsOnly("few=rocksdb{max_background_jobs=1}", "noop", "lmdb");
  }

  @Test
  void singleShotsAreNotMultipliedByThreads() {
    Overrides threads = overrides("noop", Map.of("threads", List.of("3", "4", "5")));
    Map<String, List<Integer>> measured =
        cells(read(SUITE.replace("threads: [1, 2]", "threads: 2")), threads).stream()
            .collect(
                Collectors.groupingBy(
                    Cell::benchmark,
                    Collectors.mapping(Cell::threads, Collectors.toCollection(ArrayList::new))));
    assertThat(measured.get("PointRead")).containsOnly(3, 4, 5);
    assertThat(measured.get("Load")).containsOnly(2);
  }

  @Test
  void whatReplacesASettingIsNoAxis() {
    Suite suite = read(SUITE);
    Overrides both = overrides("rocksdb", Map.of("nearest", List.of("true", "false")));
    assertThatThrownBy(() -> SuitePlan.of(suite, both))
        .hasMessageStartingWith("invalid nearest 'true,false' (expected one value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "candidates: [noop, rocksdb]|candidates: [noop, rocksbd]|line 3, column 20|rocksdb",
        "candidates: [noop, rocksdb]|candidates: [noop, 'rocksdb{x=1']|line 3, column"
            + " 20|unbalanced",
        "candidates: [noop, rocksdb]|candidates: [lmdb=rocksdb]|line 3, column 14|another engine",
        "candidates: [noop, rocksdb]|candidates: [fast=noop]|line 3, column 14|write noop",
        "candidates: [noop, rocksdb]|candidates: {a: {engine: rocksdb, options: {b: 'c;d=e'}}}|line"
            + " 3, column 17|read as another one",
        "memory: [none, 64m]|memory: [none, 64q]|line 5, column 18|64q",
        "memory: [none, 64m]|memroy: [none, 64m]|line 5, column 3|did you mean memory",
        "threads: [1, 2]|threads: [1, 0]|line 6, column 16|threads '0'",
        "read: PointRead|read: PointRaed|line 8, column 9|did you mean PointRead",
        "readPercent: [50, 90]|readPercent: [50, 190]|line 9, column 52|190",
        "readPercent: [50, 90]|readPrecent: [50, 90]|line 9, column 34|did you mean readPercent",
        "durability: none|durability: often|line 10, column 39|process",
        "measure: 2s|measure: 2|line 11, column 30|expected 500ms",
        "title: Mine|titel: Mine|line 2, column 1|did you mean title",
        "title: Mine|title: [|line 4|",
        "name: mine|nothing: mine|line 1, column 1|name",
      })
  void aMistakeIsReportedWithItsPlaceAndWhatIsValid(
      String right, String wrong, String place, String said) {
    assertThat(SUITE).contains(right);
    assertThatThrownBy(() -> read(SUITE.replace(right, wrong)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mine.yaml, " + place)
        .hasMessageContaining(said == null ? "" : said);
  }

  @Test
  void viewsNameDimensionsAndPublishedFiguresThatExist() {
    String views =
        SUITE
            + """
            views:
              - {title: T, kind: bars, figures: speed, rows: candidate, columns: memory}
              - {title: U, kind: table, figures: p99, rows: candidate, columns: [memry]}
            """;
    assertThatThrownBy(() -> read(views))
        .hasMessageContaining("line 14, column 70")
        .hasMessageContaining("did you mean memory");
    assertThatThrownBy(
            () ->
                read(
                    SUITE
                        + "published: [{name: p, title: P, file: none.csv}]\n"
                        + "views: [{title: T, kind: pie, figures: speed, rows: candidate}]\n"))
        .hasMessageContaining("pie")
        .hasMessageContaining("bars");
    assertThatThrownBy(
            () ->
                new SuiteReader(name -> "candidate,p99\nx,12.5\ny,n/a\n")
                    .read(
                        "mine.yaml",
                        SUITE
                            + "published: [{name: p, title: P, file: p.csv}]\n"
                            + "views: [{title: T, kind: table, figures: p99, rows: candidate,"
                            + " published: p}]\n"))
        .hasMessageContaining("line 13")
        .hasMessageContaining("p99 of the published figures 'p' has 'n/a'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "figures: speed|figures: sped|line 12, column 43|did you mean speed",
        "memory: 64m|memory: 64q|line 12, column 87|none, 64m",
        "memory: 64m|workload: PointRaed|line 12, column 89|did you mean PointRead",
        "reference: noop|reference: nop|line 12, column 104|did you mean noop",
      })
  void aViewThatWouldBeEmptyIsReported(String right, String wrong, String place, String said) {
    String view =
        "views: [{title: T, kind: table, figures: speed, rows: candidate, where: {memory: 64m},"
            + " reference: noop}]\n";
    assertThat(read(SUITE + view).info().views()).hasSize(1);
    assertThatThrownBy(() -> read(SUITE + view.replace(right, wrong)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mine.yaml, " + place.replaceAll(", column.*", ""))
        .hasMessageContaining(said);
  }

  @Test
  void unknownNamesOnTheCommandLineAreRefused() {
    assertThatThrownBy(() -> cells(read(SUITE), overrides(null, Map.of("memroy", List.of("1m")))))
        .hasMessageContaining("did you mean memory");
    assertThatThrownBy(() -> cells(read(SUITE), overrides(null, Map.of(), "mux")))
        .hasMessageContaining("did you mean mix");
    assertThatThrownBy(() -> cells(read(SUITE), overrides("rocksbd", Map.of())))
        .hasMessageContaining("rocksdb");
    assertThatThrownBy(() -> SuiteFiles.read("move")).hasMessageContaining("did you mean movies");
  }
}
