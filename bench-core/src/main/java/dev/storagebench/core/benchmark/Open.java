package dev.storagebench.core.benchmark;

import dev.storagebench.core.cell.CellReport;
import dev.storagebench.core.cell.CellReport.Figure;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.memory.ProcessUsage;
import dev.storagebench.core.recorder.ResourceProfiler;
import dev.storagebench.core.store.CrashWriter;
import dev.storagebench.core.workload.InitialState;
import dev.storagebench.core.workload.KilledWrites;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.core.workload.WrongAnswerException;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Opens a closed store, once: the time until it has answered a first random read, which is
 * verified. Until it is settled, the time and what it then has in memory are figures of their own;
 * JMH's time is until it is settled. Only the first thread opens and reads.
 *
 * <p>{@code after=close}: a copy of the prepared store, which was closed cleanly, or what the stage
 * before has left. None of its files are in the page cache, as after a restart of the machine.
 *
 * <p>{@code after=kill}: before, another process opens the store, overwrites records with all
 * threads ({@code killAfter}) and is killed with SIGKILL in the middle. A crash of a process leaves
 * a warm page cache, so nothing is dropped from it, but with durability {@code sync}, which is
 * about the loss of power. Afterwards records are read: see {@link KilledWrites}.
 *
 * <p>Classes and libraries are loaded: before, an empty store was opened, written to and closed. Of
 * a server, which is a process of its own, its start is measured.
 */
public class Open extends SingleShotBenchmark {
  private static final String KILL = "kill";

  @Override
  public InitialState initialState(Parameters of) {
    return InitialState.CLOSED;
  }

  @Override
  public List<Parameter<?>> own() {
    return List.of(Parameter.AFTER, Parameter.KILL_AFTER);
  }

  @Override
  public String label(Parameters of) {
    return name() + " after " + of.get(Parameter.AFTER);
  }

  @Override
  public String unit() {
    return "opens/s";
  }

  @Override
  public long operations(Parameters of, PackedSummary data) {
    if (!of.get(Parameter.AFTER).equals(KILL)) {
      return 1;
    }
    long writes = killAfter(of, data);
    return KilledWrites.reads(data.records(), writes) + writes;
  }

  /** The writes after which the process is killed. */
  private static long killAfter(Parameters of, PackedSummary data) {
    return of.get(Parameter.KILL_AFTER).records(data) + 1;
  }

  @Override
  public void validate(Parameters of) {
    of.requireOneOf(List.of("close", KILL), Parameter.AFTER);
  }

  /** A closed store. */
  public static class ClosedStore extends KeyValueState {
    private final List<Figure> figures = new ArrayList<>();
    private @Nullable KilledWrites killed;
    private long[] acknowledged = {};

    /** Has the store left as asked, loads the classes, and drops it from the page cache. */
    @Override
    protected CellReport.@Nullable WarmUp warmUp(int threads)
        throws IOException, InterruptedException {
      if (get(Parameter.AFTER).equals(KILL)) {
        killed = new KilledWrites(workingSet(), seeds(), threads);
        acknowledged =
            CrashWriter.writeAndKill(
                parameters(),
                seeds(),
                cell().files(),
                killed.threads(),
                killAfter(parameters(), data().summary()));
      }
      boolean cold = killed == null || durability() == Durability.SYNC;
      figure("filesCached", cell().prepareToOpen(cold) * 100, "%");
      return null;
    }

    private Durability durability() {
      return cell().cell().settings().durability();
    }

    private void figure(String name, double value, String unit) {
      figures.add(new Figure(name, value, unit));
    }

    final void openAndRead() throws IOException {
      int keys = Math.toIntExact(workingSet().keys().size());
      int record = seeds().generator(0, Seeds.Purpose.ORDER).nextInt(keys);
      ByteBuffer key = workingSet().keys().view().key(record);
      ByteBuffer into = ValueChecksum.buffer(maxValueBytes());
      beginShot();
      long start = System.nanoTime();
      KeyValueStore store = (KeyValueStore) cell().open();
      try (Session session = store.session()) {
        int length = session.get(key, into);
        endShot(1);
        if (storesValues() && (killed == null || length >= 0)) {
          ValueChecksum.require(/* stored= */ true, key, into, length);
        }
      }
      cell().settle();
      ResourceProfiler.end(1);
      figure("openMs", shot().wallSeconds() * 1e3, "ms");
      figure("settleMs", (System.nanoTime() - start) / 1e6, "ms");
      try {
        figure("resident", (double) ProcessUsage.residentBytes(ProcessHandle.current()), "B");
      } catch (IOException notLinux) {
        // There is no such figure.
      }
    }

    /**
     * Looks for what was written before the kill.
     *
     * @throws UnsupportedSettingException if the server was neither started nor killed
     * @throws WrongAnswerException if a record is torn, or lost in spite of the durability
     */
    @Override
    protected List<Figure> figures() {
      if (cell().cell().engine().capabilities().isServer() && store().processes().isEmpty()) {
        throw new UnsupportedSettingException(
            "Open needs a server that this run starts; %s is already running"
                .formatted(cell().cell().engine().name()));
      }
      if (killed != null && storesValues()) {
        KilledWrites.Findings found;
        try (Session session = ((KeyValueStore) store()).session()) {
          found = killed.check(session, acknowledged, maxValueBytes());
        }
        found.require(durability() != Durability.NONE);
        figure("acknowledged", (double) found.acknowledged(), "#");
        figure("lost", (double) found.lost(), "#");
        figure("torn", (double) found.torn(), "#");
      }
      figure("operations", 1, "#");
      return figures;
    }
  }

  /** A thread, of which the first one opens the store. */
  @State(Scope.Thread)
  public static class Opener {
    /** Closes the store with the last thread; JMH calls this after the shot. */
    @TearDown
    public void close(ClosedStore store) throws IOException, InterruptedException {
      store.threadEnded();
    }
  }

  /** Opens the store and reads a record; then waits until it is settled. */
  @Benchmark
  public void open(Opener opener, ClosedStore store, ThreadParams thread) throws IOException {
    if (thread.getThreadIndex() == 0) {
      store.openAndRead();
    }
  }
}
