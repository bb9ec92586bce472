package dev.storagebench.sql.server;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * The file beside a server's data that identifies the process serving it, so that the next start
 * finds a server that outlived its JVM.
 *
 * <p>A process is identified by its id <em>and</em> the instant of its start, because ids are
 * reused.
 */
final class ServerRecord {
  private static final String FILE = "server.properties";
  // The clock that instants are derived from may be adjusted in between.
  private static final long CLOCK_STEP_MILLIS = 2_000;
  private static final long GONE_WITHIN_MILLIS = 30_000;

  private ServerRecord() {}

  /**
   * Records a server and the JVM that started it.
   *
   * @param program the program, which the launcher may still have to execute
   */
  static void write(Path folder, ProcessHandle server, Path program, Path socketFolder)
      throws IOException {
    Properties record = new Properties();
    put(record, "server", server);
    record.setProperty("server.program", String.valueOf(program.toRealPath().getFileName()));
    put(record, "owner", ProcessHandle.current());
    record.setProperty("socketFolder", socketFolder.toString());
    try (Writer writer = Files.newBufferedWriter(folder.resolve(FILE))) {
      record.store(writer, null);
    }
  }

  private static void put(Properties record, String name, ProcessHandle process) {
    record.setProperty(name + ".pid", Long.toString(process.pid()));
    record.setProperty(name + ".startedMillis", Long.toString(startedMillis(process)));
  }

  static void remove(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(FILE));
  }

  /**
   * Kills the server that a dead JVM left on this folder, and deletes its leftovers.
   *
   * @throws EngineException if the JVM that uses the folder is alive
   */
  static void sweep(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    Properties record = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      record.load(reader);
    }
    String program = record.getProperty("server.program", "mysqld");
    Optional<ProcessHandle> server = find(record, "server").filter(it -> runs(it, program));
    if (server.isPresent()) {
      Optional<ProcessHandle> owner = find(record, "owner");
      if (owner.isPresent()) {
        throw new EngineException(
            "%s is in use by process %d, which runs server %d; wait for it or use another folder"
                .formatted(folder, owner.get().pid(), server.get().pid()));
      }
      end(server.get(), program);
    }
    removeSocketFolder(record.getProperty("socketFolder", ""));
    remove(folder);
  }

  private static Optional<ProcessHandle> find(Properties record, String name) {
    try {
      long pid = Long.parseLong(record.getProperty(name + ".pid", ""));
      long startedMillis = Long.parseLong(record.getProperty(name + ".startedMillis", ""));
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .filter(found -> Math.abs(startedMillis(found) - startedMillis) <= CLOCK_STEP_MILLIS);
    } catch (NumberFormatException halfWritten) {
      return Optional.empty();
    }
  }

  /** False for a zombie too, which has no command any more. */
  private static boolean runs(ProcessHandle process, String program) {
    return process.info().command().filter(command -> command.contains(program)).isPresent();
  }

  private static void end(ProcessHandle server, String program) throws InterruptedException {
    long deadline = System.currentTimeMillis() + GONE_WITHIN_MILLIS;
    server.destroyForcibly();
    while (server.isAlive() && runs(server, program)) {
      if (System.currentTimeMillis() > deadline) {
        throw new EngineException(
            "server %d, left by a JVM that died, cannot be killed".formatted(server.pid()));
      }
      Thread.sleep(20);
    }
  }

  private static void removeSocketFolder(String recorded) throws IOException {
    Path socketFolder = Path.of(recorded);
    // Whatever the file says, only folders created for this purpose are deleted.
    if (!recorded.isEmpty() && SocketFolder.isOne(socketFolder)) {
      StoreFolder.delete(socketFolder);
    }
  }

  private static long startedMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
