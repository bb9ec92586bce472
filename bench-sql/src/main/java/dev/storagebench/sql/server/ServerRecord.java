package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/**
 * The file beside a server's data with the {@link ProcessMark}s of the server and of the JVM that
 * started it, so that the next start finds a server that outlived its JVM.
 */
final class ServerRecord {
  private static final String FILE = "server.properties";
  private static final String SERVER = "server";
  private static final String SHARED = "shared";
  private static final long GONE_WITHIN_MILLIS = 30_000;
  private static final long LOOK_NANOS = 20_000_000;

  private ServerRecord() {}

  /** Records a server, its shared memory and the calling JVM. */
  static void write(Path folder, ProcessHandle server, SharedMemory memory) throws IOException {
    Files.write(
        folder.resolve(FILE),
        List.of(
            SERVER + "=" + ProcessMark.of(server) + "-",
            "owner=" + ProcessMark.self() + "-",
            SHARED + "=" + memory));
  }

  static void remove(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(FILE));
  }

  /**
   * Kills the server that a dead JVM left on this folder, and removes its shared memory.
   *
   * @throws EngineException if the JVM that uses the folder is alive
   */
  static void sweep(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    Properties record = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      record.load(reader);
    }
    Optional<ProcessMark> server = mark(record, SERVER);
    if (server.filter(ProcessMark::lives).isPresent()) {
      Optional<ProcessMark> owner = mark(record, "owner").filter(ProcessMark::lives);
      if (owner.isPresent()) {
        throw new EngineException(
            "%s is in use by process %d, which runs server %d; wait for it or use another folder"
                .formatted(folder, owner.get().pid(), server.get().pid()));
      }
      end(server.get());
    }
    if (server.filter(ProcessMark::hasEnded).isPresent()) {
      SharedMemory.parse(server.get().pid(), record.getProperty(SHARED, "")).remove();
    }
    remove(folder);
  }

  /** A recorded process; empty for a record that is incomplete. */
  private static Optional<ProcessMark> mark(Properties record, String name) {
    return ProcessMark.atStartOf(record.getProperty(name, ""));
  }

  private static void end(ProcessMark server) {
    long deadline = System.currentTimeMillis() + GONE_WITHIN_MILLIS;
    ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroyForcibly);
    while (server.lives()) {
      if (System.currentTimeMillis() > deadline) {
        throw new EngineException(
            "server %d, left by a JVM that died, cannot be killed".formatted(server.pid()));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
