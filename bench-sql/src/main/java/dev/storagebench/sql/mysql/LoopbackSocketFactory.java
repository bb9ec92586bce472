package dev.storagebench.sql.mysql;

import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * Lets Connector/J talk over TCP without time-outs of single reads, which make a system call more
 * for each answer: on this machine a server that dies closes the connection. Connector/J makes one
 * by reflection for each connection.
 */
public final class LoopbackSocketFactory extends StandardSocketFactory {

  /** For Connector/J. */
  public LoopbackSocketFactory() {}

  // The interface's caller decides on T, and NativeSocketConnection asks for a java.net.Socket.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  @Override
  public <T extends Closeable> T connect(
      String host, int port, PropertySet properties, int loginTimeoutMillis) throws IOException {
    SocketChannel channel = SocketChannel.open(new InetSocketAddress(host, port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    rawSocket = new ChannelSocket(channel);
    return (T) rawSocket;
  }
}
