package dev.storagebench.core.clients;

import dev.storagebench.datasets.Excerpt;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A connection between controller and client. One thread receives, any thread sends. */
final class Wire implements AutoCloseable {
  /** The longest line of anybody who has not joined yet. */
  static final int MAX_STRANGER_BYTES = 4 << 10;

  /** The longest line: a result, histograms included. */
  static final int MAX_BYTES = 64 << 20;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  synchronized void send(Message message) throws IOException {
    String line = JSON.writerFor(Message.class).writeValueAsString(message) + '\n';
    // In one packet.
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * The next message.
   *
   * @throws EOFException if the connection has ended
   * @throws IOException if it is lost, or the line is longer, or no message
   */
  Message receive(int maxBytes) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended");
      }
      if (line.size() >= maxBytes) {
        throw new IOException("a line of more than %d bytes".formatted(maxBytes));
      }
      line.write(next);
    }
    try {
      return JSON.readValue(line.toByteArray(), Message.class);
    } catch (JacksonException e) {
      throw new IOException(
          Excerpt.printable("no message of this program: " + e.getOriginalMessage()), e);
    }
  }

  /** Lets the other side see the end, and still receives. */
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // as it should be
    }
  }
}
