package dev.storagebench.sql.jdbc;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.IOUtils;

/**
 * A socket to a server on this machine. An answer is one system call: a socket of Java that once
 * had a time-out polls before each read. So a time-out ends the connection.
 */
public class LocalSocket extends Socket {
  private CompletableFuture<Void> deadline = CompletableFuture.completedFuture(null);

  @Override
  public void connect(SocketAddress address, int millis) throws IOException {
    setSoTimeout(millis);
    super.connect(address, 0);
    setSoTimeout(0);
  }

  /** Its {@code available} is 0, as the contract allows: Connector/J asks before each command. */
  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int available() {
        return 0;
      }
    };
  }

  /**
   * Ends the connection after this time, unless it is called again before. Drivers do so around the
   * handshake, pools around a check of the connection.
   */
  @Override
  public synchronized void setSoTimeout(int millis) {
    deadline.cancel(false);
    if (millis > 0) {
      deadline =
          new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
      Future<Void> unused = deadline.thenRun(() -> IOUtils.closeQuietly(this));
    }
  }

  @Override
  public int getSoTimeout() {
    return 0;
  }
}
