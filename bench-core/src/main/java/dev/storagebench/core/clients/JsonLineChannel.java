package dev.storagebench.core.clients;

import dev.storagebench.datasets.Excerpt;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Messages over two streams, a line each. One thread receives, any thread sends. */
final class JsonLineChannel {
  /** The longest line: a result, histograms included. */
  private static final int MAX_BYTES = 64 << 20;

  private final InputStream in;
  private final OutputStream out;
  private boolean greeted;
  private volatile long heard = System.nanoTime();

  JsonLineChannel(InputStream in, OutputStream out) {
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  /** On a line of its own, whatever a login has printed before. */
  synchronized void send(Message message) throws IOException {
    String line =
        '\n' + JsonMapper.shared().writerFor(Message.class).writeValueAsString(message) + '\n';
    // In one packet.
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * The next message; other lines are left out, such as the greeting of a login.
   *
   * @throws EOFException if the stream has ended
   * @throws IOException if it is lost, or the line is longer, or no message but after others
   */
  Message receive() throws IOException {
    while (true) {
      byte[] line = line();
      if (line.length > 0 && line[0] == '{') {
        heard = System.nanoTime();
        try {
          Message message = JsonMapper.shared().readValue(line, Message.class);
          greeted = true;
          return message;
        } catch (JacksonException e) {
          // A greeting may look like one.
          if (greeted) {
            throw new IOException(
                Excerpt.printable("no message of this program: " + e.getOriginalMessage()), e);
          }
        }
      }
    }
  }

  private byte[] line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended");
      }
      if (line.size() >= MAX_BYTES) {
        throw new IOException("a line of more than %d bytes".formatted(MAX_BYTES));
      }
      line.write(next);
    }
    return line.toByteArray();
  }

  /** When the last message came, by {@link System#nanoTime}; the beginning before the first. */
  long heard() {
    return heard;
  }

  /** For how long the other side has said nothing. */
  long silentNanos() {
    return System.nanoTime() - heard;
  }
}
