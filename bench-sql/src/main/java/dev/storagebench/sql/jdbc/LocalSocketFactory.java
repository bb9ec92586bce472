package dev.storagebench.sql.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connects pgjdbc and MariaDB's driver to a server on this machine; they create one by reflection
 * for each connection, and connect what it returns.
 */
public final class LocalSocketFactory extends SocketFactory {
  private final @Nullable String path;

  /** For MariaDB's driver, by TCP. */
  public LocalSocketFactory() {
    this(null);
  }

  /**
   * For pgjdbc.
   *
   * @param path its property {@code socketFactoryArg}, of a Unix domain socket; null for TCP
   */
  public LocalSocketFactory(@Nullable String path) {
    this.path = path;
  }

  @Override
  public Socket createSocket() throws IOException {
    return path == null ? new LocalSocket() : new UnixSocket(path);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket();
  }
}
