package dev.storagebench.core.cell;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the clients of a cell worked together.
 *
 * @param clients in their order
 * @param startSpreadMicros between the first client's start and the last one's, in the measured
 *     iteration in which it was longest
 * @param commonPercent the share of the measured time in which all of them measured, in the
 *     iteration in which it was least
 * @param sent the statements that they sent over their whole life, by the server's counters
 * @param counted by how much those counters grew meanwhile
 */
public record ClientsReport(
    List<Client> clients,
    double startSpreadMicros,
    double commonPercent,
    Map<String, Long> sent,
    Map<String, Long> counted) {

  /** Share of its processors, or of its threads if they are fewer. */
  private static final double SATURATED_PERCENT = 90;

  public ClientsReport {
    clients = List.copyOf(clients);
    sent = Map.copyOf(sent);
    counted = Map.copyOf(counted);
  }

  /** Adds the statements. */
  public ClientsReport with(Map<String, Long> ofClients, Map<String, Long> ofServer) {
    return new ClientsReport(clients, startSpreadMicros, commonPercent, ofClients, ofServer);
  }

  /**
   * One of them.
   *
   * @param name index, machine and process
   * @param scores of its measured iterations, in the unit of the cell's
   * @param offsetMicros its clock less the controller's; null if it was lost before the first start
   * @param errorMicros by which that may be wrong
   * @param cpuSeconds its CPU time in the measured iterations
   * @param cores that it kept busy in them
   * @param cpuPercent the same of its processors, or of its threads if they are fewer
   * @param lost why the cell failed, if this client was the cause
   */
  public record Client(
      String name,
      List<Double> scores,
      @Nullable Double offsetMicros,
      @Nullable Double errorMicros,
      double cpuSeconds,
      double cores,
      double cpuPercent,
      @Nullable String lost) {
    public Client {
      scores = List.copyOf(scores);
    }

    /** Whether it may have been slower than the server. */
    public boolean saturated() {
      return cpuPercent > SATURATED_PERCENT;
    }
  }
}
