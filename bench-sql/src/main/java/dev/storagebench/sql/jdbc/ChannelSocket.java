package dev.storagebench.sql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.IOUtils;

/** A blocking channel as a socket. Its stream's {@code available} is 0, as the contract allows. */
public final class ChannelSocket extends Socket {
  private final SocketChannel channel;
  private Future<?> deadline = CompletableFuture.completedFuture(null);

  /** A socket of a channel that is connected. */
  public ChannelSocket(SocketChannel channel) {
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
   * around the handshake, pools around a check of the connection.
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

  /** TCP's alone. */
  @Override
  public void setTcpNoDelay(boolean on) {}

  /** TCP's alone. */
  @Override
  public void setKeepAlive(boolean on) {}

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
    IOUtils.closeQuietly(channel);
  }
}
