package dev.storagebench.sql.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A temporary private folder for a server's socket, whose path must be shorter than many stores'
 * paths are.
 */
final class SocketFolder {
  private static final String PREFIX = "storage-bench-";
  private static final String SOCKET = "sock";

  private SocketFolder() {}

  /** Creates a folder that only this user can enter. */
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
