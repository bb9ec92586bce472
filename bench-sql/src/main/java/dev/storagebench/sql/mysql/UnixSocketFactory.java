package dev.storagebench.sql.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/**
 * Lets Connector/J talk through the Unix domain socket that its property {@code path} names.
 * Connector/J makes one by reflection for each connection.
 */
public final class UnixSocketFactory extends StandardSocketFactory {

  /** For Connector/J. */
  public UnixSocketFactory() {}

  // The interface's caller decides on T, and NativeSocketConnection asks for a java.net.Socket.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  @Override
  public <T extends Closeable> T connect(
      String host, int port, PropertySet properties, int loginTimeoutMillis) throws IOException {
    String path = properties.getStringProperty(PropertyKey.PATH).getValue();
    rawSocket = new ChannelSocket(SocketChannel.open(UnixDomainSocketAddress.of(path)));
    return (T) rawSocket;
  }
}
