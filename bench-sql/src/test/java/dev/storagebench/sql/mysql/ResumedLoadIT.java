package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.cell.StoreInfo;
import dev.storagebench.core.engine.BulkLoader;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.sql.jdbc.SqlStore;
import dev.storagebench.sql.jdbc.TableStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads that are cut off, on real servers: the next one puts what is missing and nothing else. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class ResumedLoadIT {
  private static final int RECORDS = 150_000;
  private static final String MANY = "sysbench:records=" + RECORDS;
  private static final String FEW = "sysbench:records=1000";

  @TempDir private Path folder;

  @BeforeEach
  void useOwnCache() throws IOException {
    Path servers = Files.createDirectories(CacheFolder.current().servers());
    Files.createSymbolicLink(folder.resolve("servers"), servers.toRealPath());
    System.setProperty(CacheFolder.PROPERTY, folder.toString());
  }

  @AfterEach
  void forgetOwnCache() throws IOException {
    Files.delete(folder.resolve("servers"));
    System.clearProperty(CacheFolder.PROPERTY);
  }

  @ParameterizedTest
  @CsvSource({
    "mysql, ''",
    "mariadb, article",
    "myrocks, document",
  })
  @Tag("nightly")
  void whatAKilledLoaderHadCommittedIsNotSentAgain(String engine, String table) throws Exception {
    resume(engine, table);
  }

  @Test
  void tablesWhoseLoaderWasKilledGetTheMissingRowsOnly() throws Exception {
    resume("mysql", "sbtestx2");
  }

  private void resume(String engine, String table) throws Exception {
    InstalledEngines.ready(Engines.named(engine));
    killLoader(engine, table);
    try (CellStore stores = SlowLoad.stores(engine, MANY, table)) {
      try (SqlStore store =
          (SqlStore)
              CellStore.open(stores.engine(), files(), stores.settings().forLoading(), table)) {
        long committed = rows(store);
        assertThat(committed).isPositive().isLessThan(RECORDS);
        long before = written(store);
        BulkLoader loader = store.resumedLoader();
        try (loader;
            PackedCursor records = stores.data().cursor()) {
          int longest = stores.settings().expected().maxValueBytes();
          CellStore.load(records, loader, longest, count -> {});
        }
        assertThat(loader.found()).isEqualTo(committed);
        assertThat(rows(store)).isEqualTo(RECORDS);
        // The server writes a few rows of its own, of statistics for example.
        assertThat(written(store) - before)
            .isBetween(RECORDS - committed, RECORDS - committed + 100);
      }
    }
    // It still is a store that is being loaded, of which nothing is missing any more.
    StoreInfo info = SlowLoad.prepare(engine, MANY, table, count -> {});
    assertThat(info.records()).isEqualTo(RECORDS);
    assertThat(info.cutOff()).isEqualTo(new StoreInfo.CutOff(RECORDS, null));
    assertThat(info.wholeLoadSeconds()).isNull();
    assertThat(SlowLoad.prepare(engine, MANY, table, count -> {})).isEqualTo(info);
  }

  @Test
  void aLoadWhoseServerDiesGoesOn() throws Exception {
    InstalledEngines.ready(new MysqlEngine());
    LongConsumer killer =
        records -> {
          if (records * 10 > RECORDS * 8L) {
            server().ifPresent(ProcessHandle::destroyForcibly);
          }
        };
    assertThatThrownBy(() -> SlowLoad.prepare("mysql", MANY, "article", killer))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("the next run resumes the load");
    StoreInfo info = SlowLoad.prepare("mysql", MANY, "article", count -> {});
    assertThat(info.records()).isEqualTo(RECORDS);
    assertThat(info.cutOff()).isNotNull();
    assertThat(info.cutOff().restartReason()).isNull();
    assertThat(info.cutOff().found()).isLessThan(RECORDS);
  }

  @Test
  void whatWasLoadedWrongIsLoadedAnew() throws Exception {
    leaveUnfinished("UPDATE sbtest1 SET c = '' WHERE id = 500");
    assertThat(again()).startsWith("table sbtest1 contains [1000, ");
  }

  @Test
  @Tag("nightly")
  void whatDoesNotOpenIsLoadedAnew() throws Exception {
    leaveUnfinished("DO 0");
    Files.write(
        files().resolve("data/ibdata1"), new byte[1 << 20], StandardOpenOption.TRUNCATE_EXISTING);
    assertThat(again()).startsWith("the partial store does not open: mysqld ended with exit code ");
  }

  /** Makes a store that is complete one that looks as if its loader had just died. */
  private void leaveUnfinished(String statement) throws IOException {
    InstalledEngines.ready(new MysqlEngine());
    SlowLoad.prepare("mysql", FEW, "sbtest", count -> {});
    try (CellStore stores = SlowLoad.stores("mysql", FEW, "sbtest");
        TableStore store = (TableStore) stores.open(files())) {
      store.admin().run(List.of(statement));
    }
    Files.delete(files().resolveSibling("store.json"));
    Files.createFile(files().resolveSibling("loading"));
  }

  private static String again() throws IOException {
    StoreInfo info = SlowLoad.prepare("mysql", FEW, "sbtest", count -> {});
    assertThat(info.records()).isEqualTo(1000);
    assertThat(info.wholeLoadSeconds()).isNotNull();
    assertThat(info.cutOff()).isNotNull();
    assertThat(info.cutOff().found()).isZero();
    return String.valueOf(info.cutOff().restartReason());
  }

  private void killLoader(String engine, String table) throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + CacheFolder.PROPERTY + "=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                SlowLoad.class.getName(),
                engine,
                MANY,
                table)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = jvm.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (Long.parseLong(line) * 10 > RECORDS * 8L) {
          break;
        }
      }
      jvm.destroyForcibly().waitFor();
    }
  }

  private Path files() throws IOException {
    try (var stores = Files.list(folder.resolve("stores"))) {
      return stores.filter(Files::isDirectory).findFirst().orElseThrow().resolve("files");
    }
  }

  private static Optional<ProcessHandle> server() {
    return ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("mysqld"))
        .findFirst();
  }

  private static long rows(SqlStore store) {
    long sum = 0;
    for (String table : store.names()) {
      sum += Long.parseLong(store.admin().row("SELECT COUNT(*) FROM " + table).get(0));
    }
    return sum;
  }

  private static long written(SqlStore store) {
    return store.admin().numbers("SHOW GLOBAL STATUS LIKE 'Handler_write'").get("Handler_write");
  }
}
