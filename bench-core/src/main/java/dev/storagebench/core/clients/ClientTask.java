package dev.storagebench.core.clients;

import dev.storagebench.core.cell.Cell;
import java.util.Map;

/**
 * Task of every client of a cell.
 *
 * @param cell what it measures
 * @param round from 0
 * @param clients how many they are
 * @param address of the prepared tables; see {@link
 *     dev.storagebench.core.engine.ServerStore#address}
 */
public record ClientTask(Cell cell, int round, int clients, Map<String, String> address) {
  public ClientTask {
    address = Map.copyOf(address);
  }

  /** Without the password in it. */
  @Override
  public String toString() {
    return "ClientTask[" + cell + "]";
  }
}
