package dev.storagebench.benchmarks;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A proxy in front of a MySQL server, on loopback: it passes packets on as they are, except that it
 * answers some statements itself, without the server ever seeing them.
 *
 * <p>A packet is 3 bytes of length, a sequence number and so many bytes; in the one that begins a
 * command, sequence number 0, the first of them is the command. See <a
 * href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html">MySQL
 * Packets</a>.
 */
final class Forwarder implements Closeable {
  private static final int COM_QUERY = 0x03;
  private static final int COM_STMT_PREPARE = 0x16;
  private static final int COM_STMT_EXECUTE = 0x17;

  /** Sequence number 1; OK, 1 row changed, no id, in a transaction (1), no warnings. */
  private static final byte[] CHANGED_ONE_ROW = {7, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0};

  private final InetSocketAddress server;
  private final Predicate<String> lost;
  private final ServerSocket listening;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger executions = new AtomicInteger();
  private final AtomicInteger losses = new AtomicInteger();
  private final List<String> statements = new CopyOnWriteArrayList<>();

  /**
   * Begins to listen.
   *
   * @param lost which statements, of those sent as text, are answered with "1 row changed" and not
   *     passed on
   */
  Forwarder(InetSocketAddress server, Predicate<String> lost) throws IOException {
    this.server = server;
    this.lost = lost;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** How many connections clients have made. */
  int connections() {
    return connections.get();
  }

  /** How many prepared statements were executed. */
  int executions() {
    return executions.get();
  }

  /** How many statements were answered here. */
  int losses() {
    return losses.get();
  }

  /** The texts that were sent or prepared, each once. */
  List<String> statements() {
    return statements;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (SocketException | EOFException closed) {
                // By the other side, or by close().
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "forwarder");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      Socket behind = new Socket(server.getAddress(), server.getPort());
      client.setTcpNoDelay(true);
      behind.setTcpNoDelay(true);
      sockets.add(client);
      sockets.add(behind);
      connections.incrementAndGet();
      start(
          () -> {
            try (client;
                behind) {
              behind.getInputStream().transferTo(client.getOutputStream());
            }
          });
      start(
          () -> {
            try (client;
                behind) {
              commands(client.getInputStream(), client.getOutputStream(), behind.getOutputStream());
            }
          });
    }
  }

  private void commands(InputStream in, OutputStream toClient, OutputStream toServer)
      throws IOException {
    DataInputStream packets = new DataInputStream(in);
    while (true) {
      byte[] header = packets.readNBytes(4);
      if (header.length < 4) {
        return;
      }
      int length = (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
      byte[] packet = new byte[header.length + length];
      System.arraycopy(header, 0, packet, 0, header.length);
      packets.readFully(packet, header.length, length);
      // The client's part of the login has number 1 or more.
      if (header[3] == 0 && length > 0 && isAnsweredHere(packet)) {
        losses.incrementAndGet();
        toClient.write(CHANGED_ONE_ROW);
      } else {
        toServer.write(packet);
      }
    }
  }

  private boolean isAnsweredHere(byte[] packet) {
    int command = packet[4];
    if (command == COM_STMT_EXECUTE) {
      executions.incrementAndGet();
    }
    if (command != COM_QUERY && command != COM_STMT_PREPARE) {
      return false;
    }
    // Some drivers put attributes before the text, which is what a statement is looked for in.
    String sql = new String(packet, 5, packet.length - 5, StandardCharsets.ISO_8859_1);
    if (command == COM_STMT_PREPARE || statements.size() < 1_000) {
      statements.add(sql);
    }
    return command == COM_QUERY && lost.test(sql);
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
