package dev.storagebench.benchmarks;

import java.io.PrintWriter;

/** Fetches a server that {@code --with} names. */
final class ServerFetch {

  private ServerFetch() {}

  static void fetch(String server, PrintWriter out) {
    if (!server.equals("mysql")) {
      throw new IllegalArgumentException("--with '" + server + "' is not one of mysql");
    }
  }
}
