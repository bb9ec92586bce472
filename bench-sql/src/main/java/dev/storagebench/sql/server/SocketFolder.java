package dev.storagebench.sql.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A short-lived private folder with a short path, for a server's socket: a store's own path may be
 * longer than a socket's may.
 */
final class SocketFolder {
  private static final String PREFIX = "storage-bench-";
  private static final String SOCKET = "sock";

  private SocketFolder() {}

  /** Makes a folder that only this user can enter. */
  static Path create() throws IOException {
    Path folder = Files.createTempDirectory(PREFIX);
    if (tooLong(folder)) {
      Files.delete(folder);
      folder = Files.createTempDirectory(Path.of("/tmp"), PREFIX);
    }
    return folder;
  }

  static Path socketIn(Path folder) {
    return folder.resolve(SOCKET);
  }

  static boolean isOne(Path folder) {
    return folder.isAbsolute()
        && folder.getNameCount() > 1
        && folder.getFileName().toString().startsWith(PREFIX);
  }

  private static boolean tooLong(Path folder) {
    return socketIn(folder).toString().getBytes(StandardCharsets.UTF_8).length
        > Endpoint.UnixSocket.MAX_PATH_BYTES;
  }
}
