package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** A server's data folder: made once by {@code mysqld --initialize-insecure}. */
final class DataFolder {
  private static final int LINES_OF_LOG = 12;
  private static final String AS_ROOT = "--user=root";

  private DataFolder() {}

  /**
   * The data folder below a home, initialised if it is not there yet.
   *
   * @param install the server
   * @param log where mysqld writes what went wrong
   */
  static Path in(Path home, ServerInstall install, Path log) throws IOException {
    Path data = home.resolve("data");
    if (!Files.exists(data)) {
      Path half = home.resolve("data.initialising");
      StoreFolder.delete(half); // left by a process that died
      Files.createDirectories(half);
      initialise(install, half, log);
      Files.move(half, data, StandardCopyOption.ATOMIC_MOVE);
    }
    // A copied store has lost its permissions, and there are private keys in it.
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    return data;
  }

  private static void initialise(ServerInstall install, Path data, Path log) throws IOException {
    List<String> words = install.initialise(data);
    List<String> command = new ArrayList<>();
    if (words.get(0).startsWith("--")) {
      command.addAll(command(install, data));
    }
    command.addAll(words);
    if (isRoots(data) && !command.contains(AS_ROOT)) {
      command.add(AS_ROOT);
    }
    OwnedProcess process = OwnedProcess.start(List.of(), command, log, "");
    try {
      while (process.isAlive()) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      process.kill();
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while a server initialised " + data, e);
    }
    if (process.exitValue() != 0) {
      throw new EngineException(
          "%s could not initialise %s (exit code %d):\n%s"
              .formatted(
                  install.program().getFileName(),
                  data,
                  process.exitValue(),
                  LogTail.of(log, LINES_OF_LOG)));
    }
  }

  /** The start of every command line of mysqld: no options of the machine's, and this folder. */
  static List<String> command(ServerInstall install, Path data) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                install.program().toString(),
                "--no-defaults",
                "--basedir=" + install.base(),
                "--datadir=" + data));
    // Packages build in a folder of their own, without which mysqld does not start elsewhere.
    if (install.family() == ServerInstall.Family.MYSQL) {
      command.add("--secure-file-priv=NULL");
    }
    // mysqld refuses to run as root unless told so.
    if (isRoots(data)) {
      command.add(AS_ROOT);
    }
    return command;
  }

  private static boolean isRoots(Path data) throws IOException {
    return Integer.valueOf(0).equals(Files.getAttribute(data, "unix:uid"));
  }
}
