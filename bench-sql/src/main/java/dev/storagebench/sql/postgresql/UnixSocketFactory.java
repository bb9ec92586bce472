package dev.storagebench.sql.postgresql;

import dev.storagebench.sql.jdbc.ChannelSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/** Connects pgjdbc to a Unix domain socket; it creates one by reflection for each connection. */
public final class UnixSocketFactory extends SocketFactory {
  private final String path;

  /**
   * For pgjdbc.
   *
   * @param path its property {@code socketFactoryArg}
   */
  public UnixSocketFactory(String path) {
    this.path = path;
  }

  @Override
  public Socket createSocket() throws IOException {
    return new ChannelSocket(SocketChannel.open(UnixDomainSocketAddress.of(path)));
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
