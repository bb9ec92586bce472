package dev.storagebench.sql.mysql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/**
 * Sockets of channels for MariaDB's driver. A plain socket of Java that has once connected or read
 * with a timeout, as in a pool, polls before each read from then on: three system calls for each
 * answer instead of one. A channel's goes back to blocking.
 */
public final class ChannelSockets extends SocketFactory {
  private static final String UNUSED = "the driver connects sockets itself";

  /** For the driver, which creates one by reflection for each connection. */
  public ChannelSockets() {}

  @Override
  public Socket createSocket() throws IOException {
    return SocketChannel.open().socket();
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException(UNUSED);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException(UNUSED);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException(UNUSED);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException(UNUSED);
  }
}
