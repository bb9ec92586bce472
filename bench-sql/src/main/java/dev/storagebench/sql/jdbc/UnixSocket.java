package dev.storagebench.sql.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import org.apache.commons.io.IOUtils;

/** A Unix domain socket. Its stream's {@code available} is 0, too. */
public final class UnixSocket extends LocalSocket {
  private final SocketChannel channel;

  /**
   * Connects.
   *
   * @throws IOException if nobody listens there
   */
  public UnixSocket(String path) throws IOException {
    channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
  }

  @Override
  public InputStream getInputStream() {
    return Channels.newInputStream(channel);
  }

  @Override
  public OutputStream getOutputStream() {
    return Channels.newOutputStream(channel);
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
