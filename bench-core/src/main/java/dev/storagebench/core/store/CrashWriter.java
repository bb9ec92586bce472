package dev.storagebench.core.store;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.process.Orphans;
import dev.storagebench.core.process.ProcessMark;
import dev.storagebench.core.workload.KilledWrites;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.core.workspace.TemporaryFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * A JVM that opens a store and overwrites records with several threads, until it is killed. Its
 * acknowledged writes are counted in a mapped file, which outlives it: a number of 8 bytes for each
 * thread.
 *
 * <p>It is in the control group of the JVM that starts it, has the same flags, and ends with it.
 */
public final class CrashWriter {
  private static final long POLL_NANOS = 200_000;
  // Two processes of one debugger's port, or with one recording, disturb each other.
  private static final String DEBUGGING =
      "-agent.*|-javaagent.*|-XX:StartFlightRecording.*|-Xrun.*";

  private CrashWriter() {}

  /**
   * Task of a writer.
   *
   * @param counts the file of acknowledged writes
   */
  private record Task(Parameters settings, Seeds seeds, Path store, Path counts, int threads) {}

  /** The command line of a program in a JVM like this one. */
  public static List<String> command(Class<?> program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessMark.JAVA);
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.matches(DEBUGGING))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(arguments);
    return command;
  }

  /**
   * Has one write to a closed store, and kills it and its servers in the middle of its writes
   * (SIGKILL).
   *
   * @param threads see {@link KilledWrites#threads}
   * @param writes how many are acknowledged at least
   * @return the number of acknowledged writes of each thread
   * @throws EngineException if it ends by itself, with the last that it has printed
   */
  public static long[] writeAndKill(
      Parameters settings, Seeds seeds, Path store, int threads, long writes)
      throws IOException, InterruptedException {
    try (TemporaryFolder.Scratch folder =
        new TemporaryFolder.Scratch(TemporaryFolder.create("k"))) {
      Path counts = folder.path().resolve("acknowledged");
      Path output = folder.path().resolve("output");
      MappedByteBuffer acknowledged = map(counts, threads);
      String task =
          JsonMapper.shared().writeValueAsString(new Task(settings, seeds, store, counts, threads));
      Process writer =
          new ProcessBuilder(command(CrashWriter.class, List.of(task)))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        while (Arrays.stream(read(acknowledged, threads)).sum() < writes) {
          if (!writer.isAlive()) {
            throw new EngineException(
                "the process that writes before the kill has ended: " + last(output));
          }
          LockSupport.parkNanos(POLL_NANOS);
        }
      } finally {
        kill(writer);
      }
      return read(acknowledged, threads);
    }
  }

  /** The servers first: the writer would end them. */
  private static void kill(Process writer) throws InterruptedException {
    List<ProcessHandle> servers = writer.descendants().toList();
    Orphans.kill(Stream.concat(servers.stream(), Stream.of(writer.toHandle())));
    writer.waitFor();
  }

  private static String last(Path output) throws IOException {
    String text = Files.readString(output).strip();
    return text.substring(Math.max(0, text.length() - 1000));
  }

  private static MappedByteBuffer map(Path counts, int threads) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            counts, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * Long.BYTES);
    }
  }

  private static long[] read(MappedByteBuffer acknowledged, int threads) {
    long[] counts = new long[threads];
    Arrays.setAll(counts, thread -> acknowledged.getLong(thread * Long.BYTES));
    return counts;
  }

  /** Takes its {@link Task} in JSON. */
  public static void main(String[] arguments) throws IOException {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          System.err.println(e);
          Runtime.getRuntime().halt(1);
        });
    Task task = JsonMapper.shared().readValue(arguments[0], Task.class);
    CellStore cell = CellStore.of(task.settings, true, 0);
    KilledWrites writes =
        new KilledWrites(WorkingSet.of(cell.data(), task.seeds.master()), task.seeds, task.threads);
    MappedByteBuffer acknowledged = map(task.counts, task.threads);
    KeyValueStore store = (KeyValueStore) cell.open(task.store);
    for (int i = 0; i < task.threads; i++) {
      int thread = i;
      new Thread(() -> write(store, writes.new Part(thread), acknowledged, thread)).start();
    }
    // Nothing is ever sent: this ends with the process at the other end of the pipe.
    int end = System.in.read();
    Runtime.getRuntime().halt(end);
  }

  private static void write(
      KeyValueStore store, KilledWrites.Part part, MappedByteBuffer acknowledged, int thread) {
    Session session = store.session();
    for (long count = 1; ; count++) {
      part.write(session);
      acknowledged.putLong(thread * Long.BYTES, count);
    }
  }
}
