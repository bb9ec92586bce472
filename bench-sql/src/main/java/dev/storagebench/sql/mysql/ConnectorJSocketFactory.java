package dev.storagebench.sql.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.protocol.StandardSocketFactory;
import dev.storagebench.sql.jdbc.LocalSocket;
import dev.storagebench.sql.jdbc.UnixSocket;
import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/**
 * Connects Connector/J to a server on this machine: by the Unix domain socket in its property
 * {@code path}, else by TCP. Connector/J creates one by reflection for each connection.
 */
public final class ConnectorJSocketFactory extends StandardSocketFactory {

  @Override
  protected Socket createSocket(PropertySet properties) {
    return new LocalSocket();
  }

  // The interface's caller decides on T, and NativeSocketConnection asks for a java.net.Socket.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  @Override
  public <T extends Closeable> T connect(
      String host, int port, PropertySet properties, int loginTimeoutMillis) throws IOException {
    // Connector/J has the property only if it is set.
    RuntimeProperty<String> path = properties.getStringProperty(PropertyKey.PATH);
    if (path == null) {
      return super.connect(host, port, properties, loginTimeoutMillis);
    }
    loginTimeoutCountdown = loginTimeoutMillis;
    rawSocket = new UnixSocket(path.getValue());
    return (T) rawSocket;
  }
}
