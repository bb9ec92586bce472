package dev.storagebench.engines.overhead;

import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.rocksdb.RocksDbEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.ByteBufferGetStatus;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A program that reads the database of {@code db_bench} in turns, with one thread: by {@code
 * db_bench readrandom}, through our adapter, and by calls of RocksJava: {@code get} into a direct
 * buffer, which the adapter uses, {@code get} of a new array, and {@code multiGetByteBuffers}. It
 * prints the throughput of each as a ratio to that of {@code db_bench}. Each way has a process of
 * its own, opens the database anew, and reads as often to warm up as it is measured. Arguments:
 * records, value size in bytes, block cache in MiB, rounds, and an empty folder. To be started with
 * the {@code rocksdbjni} of db_bench's version first on the class path.
 */
public final class DbBenchRatio {
  private static final int KEY_BYTES = 16;
  private static final int KEYS_A_CALL = 16;
  private static final String ADAPTER = "adapter";
  private static final String BUFFER = "get into a buffer";
  private static final String ARRAY = "get of an array";
  private static final List<String> WAYS = List.of(ADAPTER, BUFFER, ARRAY, "multiGet");
  private static final int MAIN_ARGUMENTS = 5;
  private static final Pattern RATE = Pattern.compile("readrandom\\s*:.*?([\\d.]+) ops/sec");

  private final int records;
  private final int valueBytes;
  private final long cacheBytes;
  private final Path database;
  private final SplittableRandom random = new SplittableRandom(1);
  private final ByteBuffer value;

  private DbBenchRatio(int records, int valueBytes, long cacheBytes, Path database) {
    this.records = records;
    this.valueBytes = valueBytes;
    this.cacheBytes = cacheBytes;
    this.database = database;
    this.value = ByteBuffer.allocateDirect(valueBytes);
  }

  /** Reads of one record. */
  private interface Read {
    void next() throws RocksDBException;
  }

  public static void main(String[] arguments) throws Exception {
    DbBenchRatio ratio =
        new DbBenchRatio(
            Integer.parseInt(arguments[0]),
            Integer.parseInt(arguments[1]),
            Long.parseLong(arguments[2]) << 20,
            Path.of(arguments[4]).toAbsolutePath());
    if (arguments.length > MAIN_ARGUMENTS) {
      System.out.println(ratio.measure(arguments[MAIN_ARGUMENTS]));
      return;
    }
    ratio.dbBench("filluniquerandom,compact", false);
    for (int round = Integer.parseInt(arguments[3]); round > 0; round--) {
      double reference = ratio.readRandom();
      System.out.printf("db_bench %,.0f op/s", reference);
      for (String way : WAYS) {
        System.out.printf("; %s %.2f", way, inOwnProcess(way, arguments) / reference);
      }
      System.out.println();
    }
  }

  private static double inOwnProcess(String way, String[] arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                DbBenchRatio.class.getName()));
    command.addAll(List.of(arguments));
    command.add(way);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    // As our forks are started.
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    Process process = builder.start();
    String rate = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(way + " failed");
    }
    return Double.parseDouble(rate.strip());
  }

  private double measure(String way) throws Exception {
    return switch (way) {
      case ADAPTER -> adapter();
      case BUFFER -> byHand(this::intoBuffer);
      case ARRAY -> byHand(this::array);
      default -> byHand(this::multiGet);
    };
  }

  private double readRandom() throws IOException, InterruptedException {
    Matcher last = RATE.matcher(dbBench("readrandom[W1-X1]", true));
    double rate = 0;
    while (last.find()) {
      rate = Double.parseDouble(last.group(1));
    }
    return rate;
  }

  private String dbBench(String benchmarks, boolean existing) throws IOException, InterruptedException {
    Path output = Files.createTempFile("db_bench", ".log");
    try {
      Process process =
          new ProcessBuilder(
                  "db_bench",
                  "--benchmarks=" + benchmarks,
                  "--use_existing_db=" + existing,
                  "--db=" + database,
                  "--num=" + records,
                  "--key_size=" + KEY_BYTES,
                  "--value_size=" + valueBytes,
                  "--cache_size=" + cacheBytes,
                  "--block_size=" + AdapterOverheadBenchmark.BLOCK_BYTES,
                  "--bloom_bits=" + AdapterOverheadBenchmark.BLOOM_BITS,
                  "--write_buffer_size=" + AdapterOverheadBenchmark.WRITE_BUFFER_BYTES,
                  "--compression_type=none",
                  "--threads=1")
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      int exit = process.waitFor();
      String text = Files.readString(output, StandardCharsets.UTF_8);
      if (exit != 0) {
        throw new IOException("db_bench ended with exit code " + exit + ": " + text);
      }
      return text;
    } finally {
      Files.delete(output);
    }
  }

  private double adapter() throws Exception {
    EngineSettings settings =
        AdapterOverheadBenchmark.settings(cacheBytes, records, KEY_BYTES, valueBytes);
    ByteBuffer key = ByteBuffer.allocateDirect(KEY_BYTES);
    try (KeyValueStore store = new RocksDbEngine().open(database, settings);
        Session session = store.session()) {
      return rate(() -> found(session.get(draw(key), value)), 1);
    }
  }

  /** A way to read, given the open database. */
  private interface Way {
    double rate(RocksDB db, ReadOptions reads) throws RocksDBException;
  }

  private double byHand(Way way) throws RocksDBException {
    RocksDB.loadLibrary();
    try (Options options = AdapterOverheadBenchmark.rocksdbOptions(cacheBytes);
        RocksDB db = RocksDB.open(options, database.toString());
        ReadOptions reads = new ReadOptions()) {
      return way.rate(db, reads);
    }
  }

  private double intoBuffer(RocksDB db, ReadOptions reads) throws RocksDBException {
    ByteBuffer key = ByteBuffer.allocateDirect(KEY_BYTES);
    return rate(() -> found(db.get(reads, draw(key), value.clear())), 1);
  }

  private double array(RocksDB db, ReadOptions reads) throws RocksDBException {
    byte[] key = new byte[KEY_BYTES];
    ByteBuffer view = ByteBuffer.wrap(key);
    return rate(
        () -> {
          draw(view);
          found(db.get(reads, key).length);
        },
        1);
  }

  private double multiGet(RocksDB db, ReadOptions reads) throws RocksDBException {
    List<ByteBuffer> keys = new ArrayList<>();
    List<ByteBuffer> values = new ArrayList<>();
    for (int i = 0; i < KEYS_A_CALL; i++) {
      keys.add(ByteBuffer.allocateDirect(KEY_BYTES));
      values.add(ByteBuffer.allocateDirect(valueBytes));
    }
    return rate(
        () -> {
          keys.forEach(this::draw);
          values.forEach(ByteBuffer::clear);
          for (ByteBufferGetStatus each : db.multiGetByteBuffers(reads, keys, values)) {
            found(each.requiredSize);
          }
        },
        KEYS_A_CALL);
  }

  /** Records per second, after as many reads to warm up. */
  private double rate(Read read, int recordsEach) throws RocksDBException {
    long start = 0;
    for (int pass = 0; pass < 2; pass++) {
      start = System.nanoTime();
      for (int i = 0; i < records; i += recordsEach) {
        read.next();
      }
    }
    return records / ((System.nanoTime() - start) / 1e9);
  }

  /** A key as db_bench writes it: the number, big-endian, and zeros as text. */
  private ByteBuffer draw(ByteBuffer key) {
    return key.clear()
        .putLong(0, random.nextInt(records))
        .putLong(Long.BYTES, 0x3030_3030_3030_3030L);
  }

  private void found(int length) {
    if (length != valueBytes) {
      throw new IllegalStateException("read " + length + " bytes");
    }
  }
}
