package dev.storagebench.sql.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.protocol.StandardSocketFactory;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Connects Connector/J by a channel: to the Unix domain socket in its property {@code path}, else
 * by TCP. Connector/J creates one by reflection for each connection.
 *
 * <p>After the handshake reads have no timeout, which would cost a system call per answer; on the
 * same machine a server that dies closes the connection.
 */
public final class ChannelSocketFactory extends StandardSocketFactory {

  /** For Connector/J. */
  public ChannelSocketFactory() {}

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

  /**
   * A blocking channel as a socket. Its stream's {@code available} is 0, as the contract allows.
   */
  private static final class ChannelSocket extends Socket {
    private final SocketChannel channel;
    private Future<?> deadline = CompletableFuture.completedFuture(null);

    ChannelSocket(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public InputStream getInputStream() {
      return Channels.newInputStream(channel);
    }

    @Override
    public OutputStream getOutputStream() {
      return Channels.newOutputStream(channel);
    }

    /**
     * Ends the connection after this time, unless it is called again before. Connector/J does so
     * around the handshake, its pool around a check of the connection.
     */
    @Override
    public synchronized void setSoTimeout(int millis) {
      deadline.cancel(false);
      if (millis > 0) {
        deadline =
            CompletableFuture.runAsync(
                this::close, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
      }
    }

    @Override
    public int getSoTimeout() {
      return 0;
    }

    @Override
    public boolean isConnected() {
      return channel.isConnected();
    }

    @Override
    public boolean isClosed() {
      return !channel.isOpen();
    }

    @Override
    public void shutdownInput() throws IOException {
      channel.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
      channel.shutdownOutput();
    }

    @Override
    public synchronized void close() {
      try {
        channel.close();
      } catch (IOException alreadyGone) {
        // as it should be
      }
    }
  }
}
