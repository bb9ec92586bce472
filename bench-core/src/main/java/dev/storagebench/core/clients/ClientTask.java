package dev.storagebench.core.clients;

import dev.storagebench.core.cell.ForkPlan;
import java.util.Map;

/**
 * Task of every client of a cell.
 *
 * @param plan what it measures, in which round
 * @param clients how many they are
 * @param address of the prepared tables; see {@link
 *     dev.storagebench.core.engine.ServerStore#address}
 */
public record ClientTask(ForkPlan plan, int clients, Map<String, String> address) {
  public ClientTask {
    address = Map.copyOf(address);
  }

  /** Without the password in it. */
  @Override
  public String toString() {
    return "ClientTask[" + plan.cell() + "]";
  }
}
