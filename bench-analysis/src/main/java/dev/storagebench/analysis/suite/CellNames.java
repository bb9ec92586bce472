package dev.storagebench.analysis.suite;

import dev.storagebench.core.cell.Cell;
import java.util.List;

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
    cell.parameters()
        .texts()
        .forEach(
            (parameter, value) -> {
              if (alike.stream()
                  .anyMatch(each -> !value.equals(each.parameters().texts().get(parameter)))) {
                name.append(", ").append(parameter).append(' ').append(value);
              }
            });
    return name.toString();
  }
}
