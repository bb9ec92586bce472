package dev.storagebench.sql.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.protocol.StandardSocketFactory;
import dev.storagebench.sql.jdbc.ChannelSocket;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/**
 * Connects Connector/J by a channel: to the Unix domain socket in its property {@code path}, else
 * by TCP. Connector/J creates one by reflection for each connection.
 *
 * <p>After the handshake reads have no timeout, which would cost a system call per answer; on the
 * same machine a server that dies closes the connection.
 */
public final class ChannelSocketFactory extends StandardSocketFactory {

  // The interface's caller decides on T, and NativeSocketConnection asks for a java.net.Socket.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  @Override
  public <T extends Closeable> T connect(
      String host, int port, PropertySet properties, int loginTimeoutMillis) throws IOException {
    loginTimeoutCountdown = loginTimeoutMillis;
    // Connector/J has the property only if it is set.
    RuntimeProperty<String> path = properties.getStringProperty(PropertyKey.PATH);
    SocketChannel channel;
    if (path == null) {
      channel = SocketChannel.open(new InetSocketAddress(host, port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    } else {
      channel = SocketChannel.open(UnixDomainSocketAddress.of(path.getValue()));
    }
    rawSocket = new ChannelSocket(channel);
    return (T) rawSocket;
  }
}
