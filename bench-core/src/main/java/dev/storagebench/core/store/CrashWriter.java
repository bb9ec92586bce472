package dev.storagebench.core.store;

import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
  private static final int PATIENCE_SECONDS = 10;
  // Two processes of one debugger's port, or with one recording, disturb each other.
  private static final String DEBUGGING =
      "-agent.*|-javaagent.*|-XX:StartFlightRecording.*|-Xrun.*";

  private CrashWriter() {}

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
    try (TemporaryFolder.Scratch folder = TemporaryFolder.Scratch.create("k");
        FileChannel file = open(folder.path().resolve("acknowledged"))) {
      List<String> arguments = new ArrayList<>();
      arguments.add(store.toString());
      arguments.add(folder.path().resolve("acknowledged").toString());
      arguments.addAll(List.of(threads + "", seeds.round() + "", seeds.stage() + ""));
      arguments.add(JsonMapper.shared().writeValueAsString(settings));
      Path output = folder.path().resolve("output");
      MappedByteBuffer acknowledged = map(file, threads);
      Process writer =
          new ProcessBuilder(command(CrashWriter.class, arguments))
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
    servers.forEach(ProcessHandle::destroyForcibly);
    writer.destroyForcibly().waitFor();
    // A zombie whose new parent does not wait for it never exits.
    servers.forEach(
        each -> each.onExit().completeOnTimeout(each, PATIENCE_SECONDS, TimeUnit.SECONDS).join());
  }

  private static String last(Path output) throws IOException {
    String text = Files.readString(output).strip();
    return text.substring(Math.max(0, text.length() - 1000));
  }

  private static FileChannel open(Path counts) throws IOException {
    return FileChannel.open(
        counts, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static MappedByteBuffer map(FileChannel file, int threads) throws IOException {
    return file.map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * Long.BYTES);
  }

  private static long[] read(MappedByteBuffer acknowledged, int threads) {
    long[] counts = new long[threads];
    Arrays.setAll(counts, thread -> acknowledged.getLong(thread * Long.BYTES));
    return counts;
  }

  /**
   * Takes the store's folder, the file of counts, the number of threads, the round, the stage, and
   * the cell's parameters in JSON.
   */
  public static void main(String[] arguments) throws IOException {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          System.err.println(e);
          Runtime.getRuntime().halt(1);
        });
    int threads = Integer.parseInt(arguments[2]);
    Parameters settings = JsonMapper.shared().readValue(arguments[5], Parameters.class);
    CellStore cell = CellStore.of(settings, true, 0);
    Seeds seeds =
        new Seeds(
            settings.get(Parameter.SEED),
            Integer.parseInt(arguments[3]),
            Integer.parseInt(arguments[4]));
    KilledWrites writes =
        new KilledWrites(WorkingSet.of(cell.data(), seeds.master()), seeds, threads);
    MappedByteBuffer acknowledged = map(open(Path.of(arguments[1])), threads);
    KeyValueStore store = (KeyValueStore) cell.open(Path.of(arguments[0]));
    for (int i = 0; i < threads; i++) {
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
