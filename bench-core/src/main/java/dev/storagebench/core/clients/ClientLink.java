package dev.storagebench.core.clients;

import dev.storagebench.core.clients.Message.Failed;
import dev.storagebench.core.clients.Message.Go;
import dev.storagebench.core.clients.Message.IterationWindow;
import dev.storagebench.core.clients.Message.Join;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.memory.ProcessUsage;
import dev.storagebench.core.process.Daemon;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection to its controller, and the line at which its threads wait for a start. When
 * the controller is gone or ends the cell, this JVM halts: nothing of a client outlives it.
 */
public final class ClientLink implements AutoCloseable {
  private static final int ENDED = 1;
  private static final long WATCH_NANOS = 1_000_000_000;
  // A parked thread wakes up late by less; with more threads than processors they would wait for
  // each other.
  private static final long SPIN_NANOS = 1_000_000;

  // JMH makes the states of a benchmark, which find their process's link here.
  private static volatile @Nullable ClientLink current;

  private final JsonLineChannel wire;
  private final Message.Task task;
  private final BlockingQueue<Go> starts = new LinkedBlockingQueue<>();
  private volatile boolean over;

  // Guarded by this.
  private int waiting;
  private int passed;
  private long instant;
  private @Nullable RuntimeException broken;
  private @Nullable IterationWindow lap;
  private long begun;
  private long ended;
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

  /** Which client this is, from 0. */
  public int index() {
    return task.index();
  }

  /** Task of this client. */
  public ClientTask task() {
    return task.task();
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

  /**
   * Waits for all threads of all clients, and returns at the instant that they agree on.
   *
   * @param threads of this client, each of which calls this
   * @param measured whether a measured iteration begins
   */
  public void start(int threads, boolean measured) throws InterruptedException {
    long at;
    synchronized (this) {
      if (++waiting == threads) {
        waiting = 0;
        awaitGo();
        passed++;
        notifyAll();
      } else {
        for (int before = passed; passed == before; ) {
          if (broken != null) {
            throw broken;
          }
          wait();
        }
      }
      at = instant;
    }
    long spin = threads > Runtime.getRuntime().availableProcessors() ? 0 : SPIN_NANOS;
    for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
      if (left > spin) {
        LockSupport.parkNanos(left - spin);
      } else {
        Thread.onSpinWait();
      }
    }
    if (measured) {
      begin();
    }
  }

  private void awaitGo() throws InterruptedException {
    try {
      wire.send(new Message.Ready(lap));
    } catch (IOException e) {
      throw new EngineException("the controller is gone: " + e.getMessage(), e);
    }
    begun = 0;
    ended = 0;
    instant = starts.take().nanos();
  }

  private synchronized void begin() {
    if (begun == 0) {
      lap = null;
      cpu = ProcessUsage.ofOrNone(ProcessUsage.SELF).cpuNanos();
    }
    begun = System.nanoTime();
  }

  /** A thread has ended a measured iteration. */
  public synchronized void end() {
    if (ended == 0) {
      ended = System.nanoTime();
      lap =
          new IterationWindow(
              begun, ended, ProcessUsage.ofOrNone(ProcessUsage.SELF).cpuNanos() - cpu, null);
    }
  }

  /** The figure of the iteration that has ended. */
  public synchronized void score(double score) {
    IterationWindow last = lap;
    if (last != null) {
      lap = new IterationWindow(last.begun(), last.ended(), last.cpuNanos(), score);
    }
  }

  /** A thread cannot begin; nor will the others. */
  public synchronized void abort(RuntimeException e) {
    broken = e;
    notifyAll();
  }

  /** Hands the result in. */
  public void finish(String result) throws IOException {
    over = true;
    IterationWindow last;
    synchronized (this) {
      last = lap;
    }
    wire.send(new Message.Result(last, result));
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
