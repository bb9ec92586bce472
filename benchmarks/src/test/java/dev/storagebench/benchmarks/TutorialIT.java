package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.analysis.conclusion.Analysis;
import dev.storagebench.analysis.report.RunText;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.benchmarks.Jar.Finished;
import dev.storagebench.core.benchmark.PointRead;
import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.core.workload.Distribution;
import dev.storagebench.core.workload.OperationCounts;
import dev.storagebench.core.workload.OperationStream;
import dev.storagebench.core.workload.PointClient;
import dev.storagebench.core.workload.Seeds;
import dev.storagebench.core.workload.StoreAccess;
import dev.storagebench.core.workload.ValueSource;
import dev.storagebench.core.workload.WorkingSet;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tutorial: an engine, a session, a workload and a report, in the order in which a benchmark uses
 * them. Read it from top to bottom. Each step runs, with MVStore, which is written in Java.
 */
class TutorialIT {
  @TempDir private Path folder;

  /**
   * Step 1: an engine. Engines are services; a plug-in adds its own. The settings are the same for
   * all of them: the engine takes what it supports and reports what it made of each.
   *
   * <p>Next: {@code StorageEngine} lists what an engine may tell of itself, and {@code
   * docs/examples/10-engine-plugin} is a whole one.
   */
  @Test
  void step1AnEngineOpensAStore() throws Exception {
    StorageEngine engine = Engines.named("mvstore");
    assertThat(engine.capabilities().ordered()).isTrue();

    try (PackedFile records = CellStore.records(settings());
        KeyValueStore store = engine.open(folder, engineSettings(engine, records))) {
      assertThat(store.settings()).anyMatch(each -> each.name().equals("cacheBytes"));
    }
  }

  /**
   * Step 2: a session. Each thread has one. Keys and values are direct buffers that belong to the
   * caller, between position and limit, so that the harness allocates nothing while it measures.
   */
  @Test
  void step2ASessionPutsAndGets() throws Exception {
    StorageEngine engine = Engines.named("mvstore");
    try (PackedFile records = CellStore.records(settings());
        KeyValueStore store = engine.open(folder, engineSettings(engine, records));
        Session session = store.session()) {
      ByteBuffer key = direct("B001E4KFG0");
      session.put(key, direct("Good Quality Dog Food"));

      ByteBuffer into = ByteBuffer.allocateDirect(64);
      assertThat(session.get(key, into)).isEqualTo(21);
      assertThat(StandardCharsets.UTF_8.decode(into).toString()).isEqualTo("Good Quality Dog Food");

      session.delete(key);
      assertThat(session.get(key, into)).isEqualTo(Session.MISSING);
    }
  }

  /**
   * Step 3: a workload. The records are packed once into a file, from which all engines are loaded.
   * A stream chooses keys by a seed: each engine gets the same ones in the same order. The client
   * of a thread carries them out; it touches all of each value and verifies one read in 64.
   */
  @Test
  void step3AClientReadsWhatAStreamChooses() throws Exception {
    StorageEngine engine = Engines.named("mvstore");
    try (PackedFile records = CellStore.records(settings());
        KeyValueStore store = engine.open(folder, engineSettings(engine, records))) {
      int longest = engineSettings(engine, records).expected().maxValueBytes();
      try (PackedCursor all = records.cursor();
          BulkLoader loader = store.loader()) {
        assertThat(CellStore.load(all, loader, longest, loaded -> {})).isEqualTo(1000);
      }

      Seeds seeds = new Seeds(1, 0);
      WorkingSet data = WorkingSet.of(records, seeds.master());
      int readPercent = 95;
      OperationStream stream =
          new OperationStream(
              data.keys(), Distribution.parse("uniform"), readPercent, 0, seeds, 0, 1);
      PointClient client =
          new PointClient(
              new StoreAccess(store.session(), data, seeds, longest, true),
              stream,
              new ValueSource(data.values(), seeds, 0),
              true);
      OperationCounts counts = new OperationCounts();
      for (int i = 0; i < 10_000; i++) {
        client.mix(counts);
      }
      assertThat(counts.hits).isBetween(9_400L, 9_600L);
      assertThat(counts.hits + counts.writes).isEqualTo(10_000);
      assertThat(counts.verified).isPositive();
      client.close();
    }
  }

  /**
   * Step 4: a report. The program measures in forks, and leaves a folder. An analysis of it has
   * what was found; the terminal, the page and {@code verdict.json} are three ways to show it.
   */
  @Test
  void step4ARunIsAFolderThatIsAnalysed() throws Exception {
    Finished finished =
        new Jar(folder)
            .run(
                Jar.shortest(
                    "--engines mvstore,lmdb --workloads read --records 1000 --rounds 2 --threads 1 --out run"));
    assertThat(finished.exitCode()).as(finished.out()).isZero();

    Analysis analysis = Analysis.of(new RunFolder(folder.resolve("run")).read());
    assertThat(analysis.ranking().tables()).hasSize(2);
    assertThat(RunText.of(analysis).text(TextStyle.NONE)).contains("PointRead", "mvstore", "lmdb");
  }

  private static Parameters settings() {
    Map<String, String> parameters = Workloads.defaults(PointRead.NAME);
    parameters.put("engine", "mvstore");
    // It keeps no acknowledged write over a kill.
    parameters.put("durability", "none");
    parameters.put("dataset", "reviews:records=1000");
    return new Parameters(parameters);
  }

  private static EngineSettings engineSettings(StorageEngine engine, PackedFile records) {
    return CellStore.resolve(engine, settings(), records.summary(), true).settings();
  }

  private static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }
}
