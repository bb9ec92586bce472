package dev.storagebench.sql.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A blocking channel in the shape of a socket, which is what Connector/J asks for.
 *
 * <p>Reads have no time-out, and {@code available} is always 0, as its contract allows: both would
 * cost a system call with every statement.
 */
final class ChannelSocket extends Socket {
  private final SocketChannel channel;
  private final InputStream input;
  private final OutputStream output;

  ChannelSocket(SocketChannel channel) {
    this.channel = channel;
    this.input = new Input(channel);
    this.output = new Output(channel);
  }

  @Override
  public InputStream getInputStream() {
    return input;
  }

  @Override
  public OutputStream getOutputStream() {
    return output;
  }

  @Override
  public void setSoTimeout(int millis) {
    // See the class comment. Connector/J sets it around the handshake.
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
  public synchronized void close() throws IOException {
    channel.close();
  }

  /** Reads what is there, at least one byte. */
  private static final class Input extends InputStream {
    private final SocketChannel channel;
    private final byte[] single = new byte[1];

    Input(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public int read() throws IOException {
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(into, offset, length));
    }
  }

  /** Writes all. */
  private static final class Output extends OutputStream {
    private final SocketChannel channel;

    Output(SocketChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(from, offset, length);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }
  }
}
