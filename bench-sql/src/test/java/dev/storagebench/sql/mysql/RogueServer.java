package dev.storagebench.sql.mysql;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server that speaks MySQL's handshake in order to get what it should not, and keeps every byte.
 *
 * @see <a
 *     href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase.html">the
 *     connection phase</a>
 */
final class RogueServer implements AutoCloseable {
  /** What it asks for. */
  enum Trick {
    /** The password, by the plug-in of PAM and LDAP. */
    CLEAR_TEXT,
    /** The same by MariaDB's plug-in. */
    DIALOG,
    /** The password under a key of its own, or in clear text inside TLS. */
    FULL_SHA2,
    /** A file, in answer to the first statement. */
    LOCAL_INFILE
  }

  private static final int CLIENT_LOCAL_FILES = 0x80;
  private static final int CLIENT_SSL = 0x800;
  private static final int CAPABILITIES = 0x001f_a28f | CLIENT_LOCAL_FILES;

  private final ServerSocket socket;
  private final Trick trick;
  private final Optional<SSLContext> tls;
  private final String file;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private volatile boolean keyWanted;
  private volatile boolean filesOffered;
  private volatile boolean encrypted;

  /**
   * Starts to listen on a loopback address that is none to us: 127.0.0.2.
   *
   * @param tls its certificate; empty for a server without TLS
   * @param file the file that it asks for
   */
  RogueServer(String address, Trick trick, Optional<SSLContext> tls, String file)
      throws IOException {
    this.socket = new ServerSocket(0, 8, InetAddress.getByName(address));
    this.trick = trick;
    this.tls = tls;
    this.file = file;
    Thread thread = new Thread(this::serve, "rogue");
    thread.setDaemon(true);
    thread.start();
  }

  String address() {
    return socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort();
  }

  /** Whether any byte string that it got contains this. */
  boolean knows(String secret) {
    synchronized (received) {
      return received.toString(StandardCharsets.ISO_8859_1).contains(secret);
    }
  }

  /** Whether a client asked for a public key to encrypt the password with. */
  boolean wasAskedForItsKey() {
    return keyWanted;
  }

  /** Whether a client said that it would send files. */
  boolean wasOfferedFiles() {
    return filesOffered;
  }

  /** Whether a client trusted its certificate. */
  boolean wasTrusted() {
    return encrypted;
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        talk(client);
      } catch (IOException goneOrRefused) {
        // The next one.
      }
    }
  }

  private void talk(Socket client) throws IOException {
    client.setSoTimeout(2_000);
    JsonLineChannel wire = new JsonLineChannel(client.getInputStream(), client.getOutputStream());
    wire.send(greeting());
    byte[] response = wire.receive();
    filesOffered |= (response[0] & CLIENT_LOCAL_FILES) != 0;
    if (tls.isPresent() && (response[1] & (CLIENT_SSL >> 8)) != 0) {
      SSLSocket secure =
          (SSLSocket) tls.get().getSocketFactory().createSocket(client, null, 0, false);
      secure.setUseClientMode(false);
      secure.startHandshake();
      wire = new JsonLineChannel(secure.getInputStream(), secure.getOutputStream(), wire.sequence);
      wire.receive();
      encrypted = true;
    }
    switch (trick) {
      case CLEAR_TEXT -> wire.send(askFor("mysql_clear_password"));
      case DIALOG -> wire.send(askFor("dialog"));
      case FULL_SHA2 -> {
        wire.send(askFor("caching_sha2_password"));
        wire.receive();
        wire.send(new byte[] {1, 4});
        keyWanted |= wire.receive()[0] == 2;
      }
      case LOCAL_INFILE -> {
        wire.send(new byte[] {0, 0, 0, 2, 0, 0, 0});
        wire.receive();
        wire.send(("\u00fb" + file).getBytes(StandardCharsets.ISO_8859_1));
        wire.receive();
      }
    }
    wire.receive();
  }

  private byte[] greeting() {
    int capabilities = CAPABILITIES | (tls.isPresent() ? CLIENT_SSL : 0);
    ByteBuffer packet = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    packet.put((byte) 10).put("8.0.33\0".getBytes(StandardCharsets.US_ASCII)).putInt(7);
    packet.put("12345678\0".getBytes(StandardCharsets.US_ASCII)).putShort((short) capabilities);
    packet.put((byte) 45).putShort((short) 2).putShort((short) (capabilities >> 16)).put((byte) 21);
    packet.put(new byte[10]).put("123456789012\0".getBytes(StandardCharsets.US_ASCII));
    packet.put("mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
    return bytes(packet);
  }

  private static byte[] askFor(String plugin) {
    String challenge = plugin.equals("dialog") ? "\4Password: \0" : "12345678123456789012\0";
    return ("\u00fe" + plugin + "\0" + challenge).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(ByteBuffer packet) {
    byte[] bytes = new byte[packet.flip().remaining()];
    packet.get(bytes);
    return bytes;
  }

  /** Packets with their numbers. */
  private final class JsonLineChannel {
    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;

    JsonLineChannel(InputStream in, OutputStream out) {
      this(in, out, 0);
    }

    JsonLineChannel(InputStream in, OutputStream out, int sequence) {
      this.in = new DataInputStream(in);
      this.out = out;
      this.sequence = sequence;
    }

    void send(byte[] payload) throws IOException {
      ByteBuffer packet = ByteBuffer.allocate(4 + payload.length).order(ByteOrder.LITTLE_ENDIAN);
      packet.putInt(payload.length | sequence++ << 24).put(payload);
      out.write(packet.array());
      out.flush();
    }

    byte[] receive() throws IOException {
      int head = Integer.reverseBytes(in.readInt());
      sequence = (head >>> 24) + 1;
      byte[] payload = new byte[head & 0xff_ffff];
      in.readFully(payload);
      synchronized (received) {
        received.write(payload);
      }
      return payload.length == 0 ? new byte[1] : payload;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
