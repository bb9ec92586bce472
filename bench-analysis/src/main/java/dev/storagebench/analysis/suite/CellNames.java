package dev.storagebench.analysis.suite;

import dev.storagebench.core.cell.Cell;
import java.util.List;
import java.util.Map;

/**
 * Names of a run's cells, each as short as tells it from the others: candidate, workload, and the
 * parameters in which cells of these two differ.
 *
 * @param cells of the run
 */
public record CellNames(List<Cell> cells) {

  public CellNames {
    cells = List.copyOf(cells);
  }

  /** The name of one of them: {@code lmdb PointRead, 4 threads, memory 2g}. */
  public String of(Cell cell) {
    List<Cell> alike =
        cells.stream()
            .filter(each -> each.label().equals(cell.label()))
            .filter(each -> each.workload().equals(cell.workload()))
            .toList();
    StringBuilder name = new StringBuilder(cell.label() + " " + cell.workload());
    if (alike.stream().mapToInt(Cell::threads).distinct().count() > 1) {
      name.append(", ").append(cell.threads()).append(cell.threads() == 1 ? " thread" : " threads");
    }
    for (Map.Entry<String, String> one : cell.parameters().texts().entrySet()) {
      if (alike.stream().anyMatch(each -> !each.parameters().texts().entrySet().contains(one))) {
        name.append(", ").append(one.getKey()).append(' ').append(one.getValue());
      }
    }
    return name.toString();
  }
}
