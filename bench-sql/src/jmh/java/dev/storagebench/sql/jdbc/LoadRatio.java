package dev.storagebench.sql.jdbc;

import dev.storagebench.core.cell.Parameters;
import dev.storagebench.core.store.CellStore;
import dev.storagebench.core.workload.ValueChecksum;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that loads the same rows in turns into one server: by {@code LOAD DATA LOCAL INFILE} of
 * the client {@code mysql} from a file, and by ours from the packed records, with one sender and
 * with as many as it has by default. It prints how often as fast ours was, for the rows alone and
 * with the index; ours then also compares the checksums. Arguments: engine, data set, layout of one
 * table, rounds, and an empty folder.
 */
public final class LoadRatio {
  private final TableStore store;
  private final PackedFile data;
  private final Path file;

  private LoadRatio(TableStore store, PackedFile data, Path file) {
    this.store = store;
    this.data = data;
    this.file = file;
  }

  /** Seconds until the rows were there, and until all was done. */
  private record Seconds(double rows, double all) {
    private static Seconds since(long start, long rowsThere) {
      return new Seconds((rowsThere - start) / 1e9, (System.nanoTime() - start) / 1e9);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[4]);
    Path home = Files.createDirectories(folder.resolve("store"));
    Parameters parameters =
        new Parameters(
            Map.of("engine", arguments[0], "dataset", arguments[1], "table", arguments[2]));
    try (CellStore stores = CellStore.of(parameters, false, 0);
        TableStore store = (TableStore) stores.open(home)) {
      LoadRatio ratio = new LoadRatio(store, stores.data(), folder.resolve("rows.tsv"));
      ratio.prepare();
      for (int round = Integer.parseInt(arguments[3]); round > 0; round--) {
        ratio.round();
      }
    }
  }

  /** The file is what the client says of the table. */
  private void prepare() throws IOException, InterruptedException {
    store
        .admin()
        .run(List.of("CREATE USER loader@localhost", "GRANT ALL ON *.* TO loader@localhost"));
    ours(2);
    client("SELECT * FROM " + table(), file);
    System.out.printf("%d rows, a file of %.1f MB%n", store.records(), Files.size(file) / 1e6);
  }

  private void round() throws IOException, InterruptedException {
    Seconds client = client();
    Map<String, Seconds> ours = new LinkedHashMap<>();
    ours.put("1 sender", ours(1));
    ours.put("default", ours(Runtime.getRuntime().availableProcessors()));
    System.out.printf("mysql: rows %.2f s, all %.2f s", client.rows(), client.all());
    ours.forEach(
        (name, one) ->
            System.out.printf(
                "; %s: rows %.2f s (%.2f x), all %.2f s (%.2f x)",
                name, one.rows(), client.rows() / one.rows(), one.all(), client.all() / one.all()));
    System.out.println();
  }

  private Seconds client() throws IOException, InterruptedException {
    empty();
    long start = System.nanoTime();
    client(
        "LOAD DATA LOCAL INFILE '%s' INTO TABLE %s CHARACTER SET binary"
            .formatted(file.toAbsolutePath(), table()),
        file.resolveSibling("out"));
    long rows = System.nanoTime();
    store.complete(store.server.parts(store.tables.get(0)).get(0));
    return Seconds.since(start, rows);
  }

  private Seconds ours(int senders) throws IOException {
    empty();
    long start = System.nanoTime();
    RowLoader loader = store.loader(senders);
    try (PackedCursor cursor = data.cursor()) {
      int longest = data.summary().maxValueBytes() + ValueChecksum.BYTES;
      CellStore.load(cursor, loader, longest, count -> {});
    }
    loader.finishSending();
    long rows = System.nanoTime();
    loader.complete();
    return Seconds.since(start, rows);
  }

  private String table() {
    return store.names().get(0);
  }

  private void empty() {
    store.admin().run(List.of("DROP TABLE " + table()));
    store.admin().run(
        List.of(
            store
                .dialect()
                .create(store.layout().shape(), store.tables.get(0), store.server.tableOptions())));
    store.settle(Duration.ofMinutes(1));
  }

  private void client(String statement, Path output) throws IOException, InterruptedException {
    String socket = store.admin().row("SELECT @@socket").get(0);
    ProcessBuilder client =
        new ProcessBuilder(
                "mysql",
                "--no-defaults",
                "--local-infile=1",
                "--batch",
                "--quick",
                "--skip-column-names",
                "--default-character-set=binary",
                "--user=loader",
                "--socket=" + socket,
                "--execute=" + statement,
                store.admin().row("SELECT DATABASE()").get(0))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(output.toFile());
    if (client.start().waitFor() != 0) {
      throw new IOException("the client mysql failed at " + statement);
    }
  }
}
