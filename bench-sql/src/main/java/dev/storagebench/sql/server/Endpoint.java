package dev.storagebench.sql.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Where a server listens; never reachable from another machine. */
public sealed interface Endpoint {

  /**
   * A Unix domain socket.
   *
   * @param path at most {@value #MAX_PATH_BYTES} bytes long
   */
  record UnixSocket(Path path) implements Endpoint {
    /** {@code sockaddr_un.sun_path} of Linux without its final NUL, unix(7). */
    static final int MAX_PATH_BYTES = 107;

    @Override
    public SocketAddress address() {
      return UnixDomainSocketAddress.of(path);
    }

    @Override
    public String authority() {
      return "localhost";
    }

    @Override
    public List<String> variables() {
      return List.of("--skip-networking");
    }
  }

  /** A TCP port of the loopback address. */
  record Loopback(int port) implements Endpoint {
    /** The loopback address. */
    public static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    /** A free port, which another process may still take before it is used. */
    static Loopback free() throws IOException {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        return new Loopback(socket.getLocalPort());
      }
    }

    @Override
    public SocketAddress address() {
      return new InetSocketAddress(HOST, port);
    }

    @Override
    public String authority() {
      return HOST + ":" + port;
    }

    @Override
    public List<String> variables() {
      return List.of("--bind-address=" + HOST, "--port=" + port);
    }
  }

  /** The address to connect to. */
  SocketAddress address();

  /** The server's part of a URL; for a socket the driver needs a property, too. */
  String authority();

  /** Options that restrict mysqld to this endpoint and its socket. */
  List<String> variables();

  /**
   * Whether a MySQL server sends its handshake, which means that it accepts statements; that its
   * socket accepts connections does not.
   */
  default boolean greets(Duration patience) throws InterruptedException {
    if (this instanceof UnixSocket socket && !Files.exists(socket.path())) {
      return false;
    }
    // Protocol::HandshakeV10: 3 bytes of length, 1 of sequence, then the protocol's version, 10.
    ByteBuffer greeting = ByteBuffer.allocate(5);
    long deadline = System.nanoTime() + patience.toNanos();
    try (SocketChannel channel = SocketChannel.open(address())) {
      channel.configureBlocking(false);
      while (greeting.hasRemaining() && System.nanoTime() < deadline) {
        if (channel.read(greeting) < 0) {
          return false;
        }
        Thread.sleep(2);
      }
      return !greeting.hasRemaining() && greeting.get(4) == 10;
    } catch (IOException notYet) {
      return false;
    }
  }
}
