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
import java.util.Optional;

/**
 * Address on which a server listens: a Unix domain socket, whose path has at most 107 bytes
 * (unix(7) without the final NUL), or a TCP port of the loopback address. Never reachable from
 * another machine.
 */
public record Endpoint(SocketAddress address) {
  /** The loopback address. */
  public static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

  /** A Unix domain socket. */
  static Endpoint at(Path socket) {
    return new Endpoint(UnixDomainSocketAddress.of(socket));
  }

  /** A free TCP port, which another process may still take before it is used. */
  static Endpoint freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new Endpoint(new InetSocketAddress(HOST, socket.getLocalPort()));
    }
  }

  /** The path of a Unix domain socket; empty for a TCP port. */
  public Optional<Path> socket() {
    return address instanceof UnixDomainSocketAddress unix
        ? Optional.of(unix.getPath())
        : Optional.empty();
  }

  /** The TCP port; 0 for a Unix domain socket. */
  public int port() {
    return address instanceof InetSocketAddress tcp ? tcp.getPort() : 0;
  }

  /** The server's part of a URL; for a socket the driver needs a property, too. */
  public String authority() {
    return port() == 0 ? "localhost" : HOST + ":" + port();
  }

  /** Options that restrict mysqld to this endpoint and its socket. */
  public List<String> variables() {
    return port() == 0
        ? List.of("--skip-networking")
        : List.of("--bind-address=" + HOST, "--port=" + port());
  }

  /**
   * Whether a MySQL server sends its handshake, which means that it accepts statements; that its
   * socket accepts connections does not.
   */
  boolean greets(Duration patience) throws InterruptedException {
    if (socket().filter(Files::notExists).isPresent()) {
      return false;
    }
    // Protocol::HandshakeV10: 3 bytes of length, 1 of sequence, then the protocol's version, 10.
    ByteBuffer greeting = ByteBuffer.allocate(5);
    long deadline = System.nanoTime() + patience.toNanos();
    try (SocketChannel channel = SocketChannel.open(address)) {
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
