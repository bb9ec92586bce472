package dev.storagebench.sql.jdbc;

import java.io.IOException;
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
  private Future<?> deadline = CompletableFuture.completedFuture(null);

  @Override
  public void connect(SocketAddress address, int millis) throws IOException {
    setSoTimeout(millis);
    super.connect(address, 0);
    setSoTimeout(0);
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
          CompletableFuture.runAsync(
              () -> IOUtils.closeQuietly(this),
              CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
    }
  }

  @Override
  public int getSoTimeout() {
    return 0;
  }
}
