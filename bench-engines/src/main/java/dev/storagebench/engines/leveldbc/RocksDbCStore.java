package dev.storagebench.engines.leveldbc;

import static dev.storagebench.engines.library.NativeMemory.address;

import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Polling;
import dev.storagebench.core.engine.Session;
import dev.storagebench.engines.RocksDbNames;
import dev.storagebench.engines.library.NativeMemory;
import dev.storagebench.engines.library.NativeMemory.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A store of RocksDB or one of its forks. */
final class RocksDbCStore extends CStore {
  private static final String TERARK_ZIP = "terark_zip_table_factory";

  /** Settings in force by the store's {@code LOG}, and why they matter; no property tells. */
  private static final Map<String, String> LOGGED =
      Map.of(
          "RocksDB version", "by LOG; a fork descends from this release",
          "table_factory", "by LOG",
          "blob_size",
              "by LOG; values of this size and more are stored apart from their keys, by default");

  private static final Pattern LOG_LINE =
      Pattern.compile("(RocksDB version|(?<=Options\\.)(?:table_factory|blob_size)): *(\\S+)$");

  // All levels, TerarkDB's blobs among them: files / those being compacted or garbage-collected,
  // and totals that change when that is complete.
  private static final Pattern ALL_LEVELS = Pattern.compile("(?m)^ *Sum +\\d+/\\d+ .*$");
  private static final String BUSY_LEVELS = " *Sum +\\d+/[1-9].*";

  RocksDbCStore(String engine, Path folder, EngineSettings asked, CApi api, boolean recent) {
    super(engine, folder, asked, inForce(asked, recent), api, recent);
    reportLog(asked.options().keySet());
  }

  private static Map<String, ?> inForce(EngineSettings asked, boolean recent) {
    return asked.options().containsKey(TERARK_ZIP)
        ? Map.of("cache", "none", "terark", "TerarkZip tables")
        : Map.of("cache", recent ? RocksDbNames.HYPER_CLOCK : RocksDbNames.LRU);
  }

  /** Reports what {@code LOG} tells; nothing if the candidate has silenced it. */
  private void reportLog(Set<String> given) {
    Set<String> seen = new HashSet<>(given);
    try (Stream<String> lines = Files.lines(folder.resolve("LOG"), StandardCharsets.ISO_8859_1)) {
      lines
          .map(LOG_LINE::matcher)
          .filter(line -> line.find() && seen.add(line.group(1)))
          .forEach(line -> report.own(line.group(1), line.group(2), LOGGED.get(line.group(1))));
    } catch (IOException | UncheckedIOException noLog) {
      // It is reported without them.
    }
  }

  @Override
  void configure(long options, long writeOptions, EngineSettings asked) {
    long table = own(api.blockBasedOptionsCreate(), api::blockBasedOptionsDestroy);
    asked.blockBytes().ifPresent(bytes -> api.blockBasedOptionsSetBlockSize(table, bytes));
    long cache =
        recent
            ? api.cacheCreateHyperClock(asked.cacheBytes(), 0)
            : api.cacheCreateLru(asked.cacheBytes());
    api.blockBasedOptionsSetBlockCache(table, own(cache, api::cacheDestroy));
    int bits = asked.bloomBitsPerKey().orElse(0);
    if (bits > 0) {
      api.blockBasedOptionsSetFilterPolicy(table, api.filterpolicyCreateBloomFull(bits, bits));
    }
    api.optionsSetBlockBasedTableFactory(options, table);
    api.optionsSetKeepLogFileNum(options, 1);
    api.writeoptionsDisableWal(writeOptions, asked.durability() == Durability.NONE ? 1 : 0);
  }

  @Override
  long withCandidateOptions(long options, Map<String, String> own, Block out) {
    if (own.isEmpty()) {
      return options;
    }
    String text =
        own.entrySet().stream()
            .map(option -> option.getKey() + "=" + value(option))
            .collect(Collectors.joining(";"));
    long both = own(api.optionsCreate(), api::optionsDestroy);
    api.getOptionsFromString(options, text, both, out.address());
    check("set the options " + text, out);
    return both;
  }

  private String value(Map.Entry<String, String> option) {
    String value = option.getValue();
    return option.getKey().equals(TERARK_ZIP) && !value.contains("localTempDir")
        ? value.replaceFirst("\\{", "{localTempDir=" + Matcher.quoteReplacement(folder + ";"))
        : value;
  }

  /** With one copy; {@code rocksdb_get} copies twice. */
  @Override
  int get(long readOptions, ByteBuffer key, ByteBuffer into, Block out) {
    long slice = api.getPinned(db, readOptions, address(key), key.remaining(), out.address());
    if (slice == 0) {
      check("get", out);
      return Session.MISSING;
    }
    try {
      long value = api.pinnablesliceValue(slice, out.address() + LENGTH);
      return NativeMemory.copyValue(engine, value, out.getLong(LENGTH), into);
    } finally {
      api.pinnablesliceDestroy(slice);
    }
  }

  @Override
  void readAllKeys(long readOptions) {
    api.readoptionsSetTotalOrderSeek(readOptions, (byte) 1);
  }

  @Override
  void seekForPrev(long iterator, ByteBuffer from, Block out) {
    api.iterSeekForPrev(iterator, address(from), from.remaining());
  }

  @Override
  public void compact() {
    api.compactRange(db, 0, 0, 0, 0);
  }

  @Override
  protected Settling settleStore(Duration atMost) {
    return Polling.untilQuiet(
        atMost,
        RocksDbNames.SETTLING + ", no file is in one, and the totals stay the same for a second",
        this::flush,
        () -> idle() && !allLevels().matches(BUSY_LEVELS),
        this::allLevels);
  }

  private void flush() {
    long flush = api.flushoptionsCreate();
    try (Block out = new Block(OUT_BYTES)) {
      api.flushoptionsSetWait(flush, (byte) 1);
      api.flush(db, flush, out.address());
      check("flush", out);
    } finally {
      api.flushoptionsDestroy(flush);
    }
  }

  /** A property that a fork lacks counts as zero. */
  private boolean idle() {
    return RocksDbNames.BUSY.stream()
        .allMatch(name -> property(name).map("0"::equals).orElse(true));
  }

  /** No property counts garbage collections of blobs, only this text does. */
  private String allLevels() {
    Matcher sum = ALL_LEVELS.matcher(property("rocksdb.cfstats-no-file-histogram").orElse(""));
    return sum.find() ? sum.group() : "";
  }

  @Override
  List<String> properties() {
    return RocksDbNames.PROPERTIES;
  }
}
