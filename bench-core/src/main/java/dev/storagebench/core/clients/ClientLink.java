package dev.storagebench.core.clients;

import dev.storagebench.core.clients.Message.Failed;
import dev.storagebench.core.clients.Message.Go;
import dev.storagebench.core.clients.Message.Join;
import dev.storagebench.core.clients.Message.Lap;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.memory.ProcessUsage;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection to its controller, and the line at which its threads wait for a start. When
 * the controller is gone or ends the cell, this JVM halts: nothing of a client outlives it.
 */
public final class ClientLink implements AutoCloseable {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int ENDED = 1;
  // A parked thread wakes up late by less; with more threads than processors they would wait for
  // each other.
  private static final long SPIN_NANOS = 1_000_000;

  // JMH makes the states of a benchmark, which find their process's link here.
  private static volatile @Nullable ClientLink current;

  private final Wire wire;
  private final int index;
  private final ClientTask task;
  private final BlockingQueue<Go> starts = new LinkedBlockingQueue<>();
  private final Thread receiver = new Thread(this::receive, "controller");
  private volatile boolean over;

  // Guarded by this.
  private int waiting;
  private int passed;
  private long instant;
  private @Nullable RuntimeException broken;
  private @Nullable Lap lap;
  private long begun;
  private long ended;
  private long cpu;

  private ClientLink(Wire wire, int index, ClientTask task) {
    this.wire = wire;
    this.index = index;
    this.task = task;
  }

  /**
   * Joins the controller that had this process started.
   *
   * @param code checksum of this program
   * @throws IOException if it cannot be reached or refuses
   */
  public static ClientLink join(LaunchedProcess self, String code) throws IOException {
    Secret secret = Secret.parse(self.secret());
    Socket socket =
        secret.certificate().isEmpty()
            ? new Socket()
            : Tls.trusting(secret.certificate()).getSocketFactory().createSocket();
    Wire wire;
    try {
      InetSocketAddress at = self.controller();
      socket.connect(at, CONNECT_MILLIS);
      socket.setSoTimeout(Controller.SILENCE_MILLIS);
      wire = new Wire(socket);
      ProcessHandle process = ProcessHandle.current();
      wire.send(
          new Join(
              self.index(),
              secret.token(),
              code,
              "%s, process %d".formatted(InetAddress.getLocalHost().getHostName(), process.pid()),
              Runtime.getRuntime().availableProcessors()));
    } catch (IOException e) {
      socket.close();
      throw new IOException(
          "cannot join the controller at %s: %s%s"
              .formatted(
                  self.controller(),
                  e.getMessage(),
                  e instanceof ConnectException
                          && self.controller().getAddress().isLoopbackAddress()
                      ? "; clients on other machines need --listen HOST:PORT"
                      : ""),
          e);
    }
    // It pings every client that it has admitted.
    if (wire.receive(Wire.MAX_BYTES) instanceof Failed failed) {
      wire.close();
      throw new IOException(failed.reason());
    }
    ClientLink link = new ClientLink(wire, self.index(), secret.readTask());
    link.receiver.setDaemon(true);
    link.receiver.start();
    current = link;
    return link;
  }

  /** That of this process; null if it is no client of a controller. */
  public static @Nullable ClientLink current() {
    return current;
  }

  /** Which client this is, from 0. */
  public int index() {
    return index;
  }

  /** What it is to do. */
  public ClientTask task() {
    return task;
  }

  private void receive() {
    String end;
    try {
      while (true) {
        Message message = wire.receive(Wire.MAX_BYTES);
        if (message instanceof Message.Ping ping) {
          wire.send(new Message.Ping(ping.sent(), System.nanoTime()));
        } else if (message instanceof Go go) {
          starts.add(go);
        } else if (message instanceof Failed failed) {
          end = failed.reason();
          break;
        }
      }
    } catch (IOException e) {
      end = "the controller is gone: " + e.getMessage();
    }
    if (!over) {
      System.err.println(end);
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
      cpu = cpuNanos();
    }
    begun = System.nanoTime();
  }

  /** A thread has ended a measured iteration. */
  public synchronized void end() {
    if (ended == 0) {
      ended = System.nanoTime();
      lap = new Lap(begun, ended, cpuNanos() - cpu, null);
    }
  }

  /** The figure of the iteration that has ended. */
  public synchronized void score(double score) {
    Lap last = lap;
    if (last != null) {
      lap = new Lap(last.begun(), last.ended(), last.cpuNanos(), score);
    }
  }

  /** A thread cannot begin; nor will the others. */
  public synchronized void breakOff(RuntimeException e) {
    broken = e;
    notifyAll();
  }

  private static long cpuNanos() {
    try {
      return ProcessUsage.of(ProcessUsage.SELF).cpuNanos();
    } catch (IOException notLinux) {
      return 0;
    }
  }

  /** Hands the result in. */
  public void finish(String result) throws IOException {
    over = true;
    Lap last;
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
    try {
      // Closed with a ping unread, the connection would be reset and the result might be lost.
      wire.endOutput();
      receiver.join(Controller.SILENCE_MILLIS);
    } catch (IOException gone) {
      // Then nothing is unread.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    wire.close();
  }
}
