package dev.storagebench.core.clients;

import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.clients.Message.Failed;
import dev.storagebench.core.clients.Message.Go;
import dev.storagebench.core.clients.Message.IterationWindow;
import dev.storagebench.core.clients.Message.Join;
import dev.storagebench.core.memory.ProcessUsage;
import dev.storagebench.core.process.Daemon;
import dev.storagebench.core.turns.Turns;
import dev.storagebench.core.turns.Window;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection to its controller, which says when its turns begin. When the controller is
 * gone or ends the cell, this JVM halts: nothing of a client outlives it.
 */
public final class ClientLink implements Turns, AutoCloseable {
  private static final int ENDED = 1;
  private static final long WATCH_NANOS = 1_000_000_000;
  // A parked thread wakes up late by less.
  private static final long SPIN_NANOS = 1_000_000;
  private static final double NANOS = 1e9;

  // JMH makes the states of a benchmark, which find their process's link here.
  private static volatile @Nullable ClientLink current;

  private final JsonLineChannel wire;
  private final Message.Task task;
  private final BlockingQueue<Go> starts = new LinkedBlockingQueue<>();
  private volatile boolean over;

  // Of the thread that takes the turns.
  private int turns;
  private long begun;
  private long cpu;

  private ClientLink(JsonLineChannel wire, Message.Task task) {
    this.wire = wire;
    this.task = task;
  }

  /**
   * Joins the controller that had this process started.
   *
   * @param in what it says
   * @param out to it; nothing else may write there
   * @param code checksum of this program, which must be the controller's as well
   * @throws IOException if it is gone, or ends the cell
   */
  public static ClientLink join(InputStream in, OutputStream out, String code) throws IOException {
    JsonLineChannel wire = new JsonLineChannel(in, out);
    wire.send(
        new Join(
            code,
            "%s, process %d"
                .formatted(InetAddress.getLocalHost().getHostName(), ProcessHandle.current().pid()),
            Runtime.getRuntime().availableProcessors()));
    if (!(wire.receive() instanceof Message.Task task)) {
      throw new IOException("the controller gave no task");
    }
    ClientLink link = new ClientLink(wire, task);
    Daemon.start("controller", link::receive);
    Daemon.start("controller-watch", link::watch);
    current = link;
    return link;
  }

  /** Link of this process; null if it is no client of a controller. */
  public static @Nullable ClientLink current() {
    return current;
  }

  /** Task of this client. */
  public Message.Task task() {
    return task;
  }

  private void receive() {
    try {
      while (true) {
        Message message = wire.receive();
        if (message instanceof Message.Ping ping) {
          wire.send(new Message.Ping(ping.sent(), System.nanoTime()));
        } else if (message instanceof Go go) {
          starts.add(go);
        } else if (message instanceof Failed failed) {
          halt(failed.reason());
        }
      }
    } catch (IOException e) {
      halt("the controller is gone: " + e.getMessage());
    }
  }

  /** The other side of a forwarded connection may vanish without a word. */
  private void watch() {
    while (wire.silentNanos() < Controller.SILENCE_NANOS) {
      LockSupport.parkNanos(WATCH_NANOS);
    }
    halt("the controller is gone: silent");
  }

  private void halt(String reason) {
    if (!over) {
      System.err.println(reason);
      Runtime.getRuntime().halt(ENDED);
    }
  }

  @Override
  public void awaitWarmUp() throws IOException, InterruptedException {
    if (timing().warmups() > 0) {
      awaitStart(null);
    }
  }

  private Cell.Timing timing() {
    return task.plan().cell().timing();
  }

  /** Waits for all clients, until the instant that they agree on. */
  private void awaitStart(@Nullable IterationWindow last) throws IOException, InterruptedException {
    wire.send(new Message.Ready(last));
    long at = starts.take().nanos();
    for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public @Nullable Turn next(@Nullable Window last) throws IOException, InterruptedException {
    awaitStart(last == null ? null : iteration(last));
    if (turns++ == timing().iterations()) {
      return null;
    }
    cpu = ProcessUsage.ofOrNone(ProcessUsage.SELF).cpuNanos();
    begun = System.nanoTime();
    return new Turn(0, timing().iterationMillis() * 1_000_000);
  }

  private IterationWindow iteration(Window measured) {
    return new IterationWindow(
        begun,
        System.nanoTime(),
        ProcessUsage.ofOrNone(ProcessUsage.SELF).cpuNanos() - cpu,
        measured.operations() * NANOS / measured.nanos());
  }

  /** Hands the result in. */
  public void finish(String result) throws IOException {
    over = true;
    wire.send(new Message.Result(result));
  }

  /** Says why there is none. */
  public void fail(String reason) throws IOException {
    over = true;
    wire.send(new Failed(reason));
  }

  @Override
  public void close() {
    over = true;
    current = null;
  }
}
