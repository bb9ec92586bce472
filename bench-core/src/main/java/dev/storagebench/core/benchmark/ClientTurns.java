package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.clients.ClientLink;
import dev.storagebench.core.turns.Turns;
import dev.storagebench.core.turns.Window;
import java.util.Optional;

/** The iterations of one of several clients, which all begin at one instant. */
final class ClientTurns implements Turns {
  private static final double NANOS = 1e9;

  private final ClientLink link;
  private final Cell.Timing timing;
  private int begun;

  ClientTurns(ClientLink link, Cell.Timing timing) {
    this.link = link;
    this.timing = timing;
  }

  @Override
  public void awaitWarmUp() throws InterruptedException {
    if (timing.warmups() > 0) {
      link.start(1, false);
    }
  }

  @Override
  public Optional<Turn> next() throws InterruptedException {
    boolean more = begun++ < timing.iterations();
    link.start(1, more);
    return more ? Optional.of(new Turn(0, timing.iterationMillis() * 1_000_000)) : Optional.empty();
  }

  @Override
  public void ended(Window measured) {
    link.end();
    link.score(measured.operations() * NANOS / measured.nanos());
  }
}
