package dev.storagebench.core.process;

/** Threads that keep no JVM alive. */
public final class Daemon {
  private Daemon() {}

  /** Starts one. */
  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
