package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.benchmark.PointRead;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class TurnSetTest {
  private static Cell cell(String engine, int threads) {
    Map<String, String> all = Workloads.defaults(PointRead.NAME);
    all.put("engine", engine);
    return new Cell(
        PointRead.NAME,
        Mode.Throughput,
        threads,
        new Parameters(all),
        new Cell.Timing(0, 1, 10),
        1,
        0);
  }

  private static Cell written(String candidate) {
    Map<String, String> all = Workloads.defaults("RandomWrite");
    all.put("engine", candidate);
    return new Cell(
        "RandomWrite", Mode.Throughput, 1, new Parameters(all), new Cell.Timing(0, 1, 10), 1, 0);
  }

  private static List<TurnSet> sets(long room, Cell... cells) {
    return TurnSet.of(
        List.of(cells).stream().map(List::of).toList(),
        List.of(cells),
        cell -> cell.threads() < 8,
        cell -> 10L * cell.label().length(),
        room);
  }

  @Test
  void cellsThatAskForTheSameAreRivals() {
    assertThat(sets(1000, cell("a", 1), cell("a", 2), cell("b", 2), cell("b", 1), cell("c", 8)))
        .containsExactly(
            new TurnSet(List.of(cell("a", 1), cell("b", 1)), null),
            new TurnSet(List.of(cell("a", 2), cell("b", 2)), null),
            new TurnSet(List.of(cell("c", 8)), null));
  }

  @Test
  void onlyCandidatesOfOneEngineWriteByTurns() {
    Cell old = written("old=rocksdb@9.10.0");
    Cell other = written("lmdb");
    Cell now = written("rocksdb");
    assertThat(sets(1000, old, now)).containsExactly(new TurnSet(List.of(old, now), null));
    // Beside another engine all are measured in the same way.
    assertThat(sets(1000, old, other, now))
        .extracting(set -> set.cells().size())
        .containsExactly(1, 1, 1);
  }

  @Test
  void whatIsMeasuredAlreadyLeavesItsSet() {
    TurnSet set = sets(1000, cell("a", 1), cell("b", 1)).get(0);
    assertThat(set.only(Set.of(cell("b", 1), cell("c", 1))).cells()).containsExactly(cell("b", 1));
  }

  @Test
  void partsOfASetForWhichThereIsNoRoomShareAReference() {
    assertThat(
            sets(
                30,
                cell("a", 1),
                cell("b", 1),
                cell("c", 1),
                cell("d", 1),
                cell("e", 1),
                cell("f", 1)))
        .containsExactly(
            new TurnSet(List.of(cell("a", 1), cell("b", 1), cell("c", 1)), null),
            new TurnSet(List.of(cell("d", 1), cell("e", 1)), cell("a", 1)),
            new TurnSet(List.of(cell("f", 1)), cell("a", 1)));
  }

  @Test
  void oneForWhichThereIsNoRoomBesideTheReferenceIsMeasuredAlone() {
    assertThat(sets(20, cell("a", 1), cell("bbbb", 1), cell("c", 1)))
        .containsExactly(
            new TurnSet(List.of(cell("a", 1), cell("c", 1)), null),
            new TurnSet(List.of(cell("bbbb", 1)), null));
  }
}
