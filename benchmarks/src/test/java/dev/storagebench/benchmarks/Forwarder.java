package dev.storagebench.benchmarks;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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
  private static final int HEADER = 4;
  private static final int SEQUENCE = 3;
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
  private final Queue<String> statements = new ConcurrentLinkedQueue<>();

  /**
   * Begins to listen.
   *
   * @param lost asked before each execution of a statement, prepared or not: whether it is answered
   *     with "1 row changed" and not passed on
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

  /** The statements that were sent as text or prepared. */
  Collection<String> statements() {
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
      Way way = new Way(client, behind);
      start(way::answers);
      start(way::commands);
    }
  }

  /** One connection of a client, and the one to the server for it. */
  private final class Way {
    private final Socket client;
    private final Socket behind;
    private final Map<Integer, String> prepared = new ConcurrentHashMap<>();
    private volatile String preparing = "";

    Way(Socket client, Socket behind) {
      this.client = client;
      this.behind = behind;
    }

    void commands() throws IOException {
      try (client;
          behind) {
        DataInputStream in = new DataInputStream(client.getInputStream());
        while (true) {
          byte[] packet = packet(in);
          // The client's part of the login has number 1 or more.
          if (packet[SEQUENCE] == 0 && packet.length > HEADER && isAnsweredHere(packet)) {
            losses.incrementAndGet();
            client.getOutputStream().write(CHANGED_ONE_ROW);
          } else {
            behind.getOutputStream().write(packet);
          }
        }
      }
    }

    void answers() throws IOException {
      try (client;
          behind) {
        DataInputStream in = new DataInputStream(behind.getInputStream());
        while (true) {
          byte[] packet = packet(in);
          // The first packet of the answer to a COM_STMT_PREPARE: OK, and the statement's id.
          if (!preparing.isEmpty() && packet[HEADER] == 0) {
            prepared.put(idOf(packet), preparing);
          }
          preparing = "";
          client.getOutputStream().write(packet);
        }
      }
    }

    private boolean isAnsweredHere(byte[] packet) {
      switch (packet[HEADER]) {
        case COM_QUERY -> {
          String sql = textOf(packet);
          statements.add(sql);
          return lost.test(sql);
        }
        case COM_STMT_PREPARE -> {
          preparing = textOf(packet);
          statements.add(preparing);
          return false;
        }
        case COM_STMT_EXECUTE -> {
          executions.incrementAndGet();
          return lost.test(prepared.getOrDefault(idOf(packet), ""));
        }
        default -> {
          return false;
        }
      }
    }
  }

  /** A whole packet, with its header. */
  private static byte[] packet(DataInputStream in) throws IOException {
    byte[] header = new byte[HEADER];
    in.readFully(header);
    int length = (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
    byte[] packet = Arrays.copyOf(header, HEADER + length);
    in.readFully(packet, HEADER, length);
    return packet;
  }

  /** The statement's id, behind the command or OK. */
  private static int idOf(byte[] packet) {
    return ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN).getInt(HEADER + 1);
  }

  /** The statement's text, behind the command; some drivers put two bytes of attributes between. */
  private static String textOf(byte[] packet) {
    int from = HEADER + 1;
    return new String(packet, from, packet.length - from, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
