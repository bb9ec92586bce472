package dev.storagebench.engines.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Direction;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.Session;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.datasets.ResourceLines;
import dev.storagebench.engines.BundledEngine;
import dev.storagebench.engines.TestedCandidates;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CandidateOptionsIT {
  private static final String ROCKSDB =
      "{compaction_style=kCompactionStyleUniversal;compaction_options_universal={size_ratio=7;max_size_amplification_percent=150};max_background_jobs=4;prefix_extractor=rocksdb.FixedPrefix.1;block_based_table_factory={index_type=kHashSearch;format_version=5}}";

  @TempDir Path folder;

  /** A candidate whose engine can run here; otherwise the test is skipped. */
  private static Candidate available(String text) {
    Candidate candidate = Candidate.parse(text);
    TestedCandidates.engine(candidate);
    return candidate;
  }

  private KeyValueStore open(Candidate candidate) {
    return open(candidate, Optional.of(3L << 20), Optional.of(8192), Optional.of(10));
  }

  /** Nothing is asked for that an engine has a default of its own for. */
  private KeyValueStore openOwn(Candidate candidate) {
    return open(candidate, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private KeyValueStore open(
      Candidate candidate,
      Optional<Long> writeBuffer,
      Optional<Integer> block,
      Optional<Integer> bloomBits) {
    EngineSettings asked =
        new EngineSettings(
            EngineSettings.UNLIMITED,
            12L << 20,
            writeBuffer,
            block,
            Compression.NONE,
            Durability.NONE,
            bloomBits,
            new EngineSettings.Expected(1000, 1 << 20, 511, 4096),
            Map.of());
    return TestedCandidates.open(candidate, folder, asked);
  }

  private static ByteBuffer direct(String text) {
    return ByteBuffer.allocateDirect(text.length())
        .put(text.getBytes(StandardCharsets.UTF_8))
        .flip();
  }

  /** Stores records whose keys begin differently, reads one and counts all by a scan. */
  private static void use(KeyValueStore store) {
    ByteBuffer into = ByteBuffer.allocateDirect(4096);
    try (Session session = store.session()) {
      for (int i = 0; i < 100; i++) {
        session.put(direct((char) ('a' + i % 5) + " key " + i), direct("value " + i));
      }
      assertThat(session.get(direct("c key 42"), into)).isEqualTo("value 42".length());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tuned=rocksdb" + ROCKSDB,
        "tuned=rocksdb-c" + ROCKSDB,
        "wiredtiger{eviction=(threads_min=2;threads_max=3);create.split_pct=80}",
        "sqlite{mmap_size=268435456;temp_store=MEMORY;cell_size_check=on}",
        "h2{MAX_MEMORY_ROWS=5000;RETENTION_TIME=1000}",
        "hsqldb{hsqldb.tx=mvcc;hsqldb.log_size=20}",
        "duckdb{threads=1;checkpoint_threshold=32MB}",
        "mvstore{cacheConcurrency=8;keysPerPage=64;retentionTime=1000}",
        "je{je.nodeMaxEntries=256;je.log.fileMax=20000000}",
        "xodus{exodus.tree.maxPageSize=64;exodus.log.cache.useNIO=false}",
        "lmdb{MDB_WRITEMAP;MDB_NORDAHEAD=false;maxReaders=200;mapSize=2147483648}",
        "mapdb{allocateIncrement=4194304;maxNodeSize=64}",
        "mapdb-hash{counterEnable;hashSeed=7}",
        "chronicle{minSegments=8;maxBloatFactor=20}",
        "leveldbjni{blockRestartInterval=8}"
      })
  void optionsOfItsOwnReachEachEngineAndItsReport(String text) {
    Candidate candidate = available(text);
    for (int opened = 0; opened < 2; opened++) {
      try (KeyValueStore store = open(candidate)) {
        use(store);
        assertThat(store.settings())
            .filteredOn(setting -> setting.role() == AppliedSetting.Role.CANDIDATE)
            .extracting(AppliedSetting::name)
            .containsExactlyElementsOf(candidate.options().keySet());
        assertThat(store.settings()).extracting(AppliedSetting::name).doesNotHaveDuplicates();
      }
    }
  }

  /** RocksDB's own words: {@code LOG} has all options in force. */
  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rocksdb-c"})
  void theLogOfRocksDbProvesTheOptionsOfTheCandidateAndThoseAskedOfAll(String engine)
      throws IOException {
    try (KeyValueStore store = open(available("tuned=" + engine + ROCKSDB));
        Session session = store.session()) {
      use(store);
      int[] visited = {0};
      session.scan(direct("a"), Direction.FORWARD, 1000, (key, value) -> visited[0]++);
      assertThat(visited).as("records of all prefixes").containsExactly(100);
    }
    List<String> log =
        Files.readAllLines(folder.resolve("LOG")).stream()
            .map(line -> line.replaceFirst("^\\S+ \\w+ +(?=Options)", "").strip())
            .map(line -> line.replaceAll(" +", " "))
            .toList();
    assertThat(log)
        .contains(
            "Options.compaction_style: kCompactionStyleUniversal",
            "Options.compaction_options_universal.size_ratio: 7",
            "Options.compaction_options_universal.max_size_amplification_percent: 150",
            "Options.max_background_jobs: 4",
            "index_type: 1",
            "format_version: 5",
            "capacity : 12582912",
            "block_size: 8192",
            "Options.write_buffer_size: 3145728",
            "Options.compression: NoCompression")
        .anyMatch(line -> line.startsWith("filter_policy: bloomfilter"));
  }

  /** The size is asked of all; the kind is the version's own, or the candidate's. */
  @ParameterizedTest
  @CsvSource({
    "rocksdb, AutoHyperClockCache",
    "a=rocksdb{cache_type=lru_cache}, LRUCache",
    "rocksdb{block_based_table_factory={format_version=5}}, AutoHyperClockCache",
    "rocksdb{block_based_table_factory={prepopulate_block_cache=kFlushOnly}}, LRUCache",
    "rocksdb-c, LRUCache"
  })
  void theLogOfRocksDbNamesItsKindOfCache(String candidate, String kind) throws IOException {
    try (KeyValueStore store = open(available(candidate))) {
      use(store);
      String reported = kind.equals("LRUCache") ? "lru_cache" : "auto_hyper_clock_cache";
      assertThat(store.settings())
          .filteredOn(setting -> setting.name().equals("cacheBytes"))
          .allSatisfy(setting -> assertThat(setting.reason()).endsWith(": " + reported));
    }
    String log = Files.readString(folder.resolve("LOG"));
    assertThat(log).containsPattern("block_cache_name: " + kind);
    assertThat(log).containsPattern("capacity : 12582912");
    if (candidate.contains("prepopulate")) {
      assertThat(log).containsPattern("prepopulate_block_cache: 1");
    }
  }

  @Test
  void anUnknownKindOfCacheIsRefusedWithTheValidOnes() {
    Candidate unknown = available("rocksdb{cache_type=clock}");
    assertThatThrownBy(() -> open(unknown))
        .hasMessageContaining("cache_type")
        .hasMessageContaining("auto_hyper_clock_cache")
        .hasMessageContaining("lru_cache");
  }

  /** What a log or a file says of the settings that nobody asked for. */
  @ParameterizedTest
  @CsvSource({
    "rocksdb, 67108864, 4096, 0",
    "rocksdb-c, 67108864, 4096, 0",
    "leveldb, 4194304, 4096, 0",
    "leveldbjni, 4194304, 4096, -",
    "wiredtiger, -, 32768, -",
    "mvstore, -, 16384, -",
    "h2, -, 16384, -",
    "xodus, -, 65536, -",
    "sqlite, -, 4096, -"
  })
  void whatNobodyAskedForIsTheEnginesOwn(String engine, String buffer, String block, String bloom) {
    try (KeyValueStore store = openOwn(available(engine))) {
      use(store);
      Map<String, String> values = new HashMap<>();
      store
          .settings()
          .forEach(
              each -> {
                values.put(each.name(), each.value());
                if (List.of("writeBufferBytes", "blockBytes", "bloomBitsPerKey")
                    .contains(each.name())) {
                  assertThat(each.role())
                      .isIn(AppliedSetting.Role.DEFAULT, AppliedSetting.Role.IGNORED);
                }
              });
      assertThat(values)
          .containsEntry("writeBufferBytes", buffer)
          .containsEntry("blockBytes", block)
          .containsEntry("bloomBitsPerKey", bloom);
    }
  }

  @Test
  void theLogOfRocksDbHasItsOwnDefaultsWhereNothingIsAsked() throws IOException {
    try (KeyValueStore store = openOwn(available("rocksdb"))) {
      use(store);
    }
    assertThat(Files.readString(folder.resolve("LOG")))
        .containsPattern("filter_policy: nullptr")
        .containsPattern(" block_size: 4096")
        .containsPattern("Options.write_buffer_size: 67108864");
  }

  @Test
  void theMetadataOfWiredTigerProvesAnOptionOfItsTable() throws IOException {
    try (KeyValueStore store = open(available("wiredtiger{create.split_pct=77}"))) {
      use(store);
    }
    assertThat(
            new String(
                Files.readAllBytes(folder.resolve("WiredTiger.wt")), StandardCharsets.ISO_8859_1))
        .contains("split_pct=77");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rocksdb{max_background_jobs=many}                          | max_background_jobs | stoi
          rocksdb{compaction_style=fastest}                          | compaction_style    | Error parsing
          rocksdb{block_based_table_factory={no_such=1}}             | no_such             | option
          rocksdb-c{compaction_style=fastest}                        | compaction_style    | cannot set
          rocksdb-c{block_based_table_factory={no_such=1}}           | no_such             | option
          rocksdb-c{terark_zip_table_factory={}}                     | terark_zip_table_factory | option
          leveldb{max_file_size=1}                                   | max_file_size       | no options
          wiredtiger{eviction=(no_such=1;threads_max=3)}             | eviction            | expected a category
          wiredtiger{create.no_such=1}                               | no_such             | unknown configuration key
          sqlite{temp_store=SHELF}                                   | temp_store          | SHELF
          sqlite{optimize=1}                                         | optimize            | no value
          hsqldb{hsqldb.tx=never}                                    | hsqldb.tx           | not supported
          hsqldb{hsqldb.no_such=1}                                   | hsqldb.no_such      | hsqldb.no_such
          duckdb{no_such=1}                                          | no_such             | not recognized
          derby{derby.storage.pageSize=4096}                         | derby.storage.pageSize | no options
          mvstore{keysPerPage=few}                                   | keysPerPage         | few
          mvstore{fileName=1}                                        | fileName            | cacheConcurrency
          je{je.nodeMaxEntries=1}                                    | je.nodeMaxEntries   | 1
          xodus{exodus.tree.maxPageSize=x}                           | exodus.tree.maxPageSize | x
          lmdb{MDB_WRITEMAP=often}                                   | MDB_WRITEMAP        | often
          mapdb{maxNodeSize=x}                                       | maxNodeSize         | x
          """)
  void whatAnEngineDoesNotTakeIsRefusedWithItsOwnReason(String text, String option, String reason) {
    Candidate candidate = available(text);
    assertThatThrownBy(() -> open(candidate))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(option)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rocksdb{bottommost_compression_opts={level=3}}                  | compression
          rocksdb{block_based_table_factory={block_cache={capacity=1}}}   | cache
          rocksdb{table_factory.block_cache=1}                            | cache
          rocksdb{use_fsync=true}                                         | durability
          rocksdb{wal_dir=/tmp}                                           | opens
          rocksdb-c{compression=kZSTD}                                    | compression
          rocksdb-c{terark_zip_table_factory={cacheCapacityBytes=1}}      | cache
          wiredtiger{cache_size=1GB}                                      | cache
          wiredtiger{eviction=(threads_max=2),cache_size=1GB}             | cache
          wiredtiger{log=(enabled=false)}                                 | durability
          sqlite{Synchronous=OFF}                                         | durability
          sqlite{cache_size=1}                                            | cache
          sqlite{locking_mode=EXCLUSIVE}                                  | opens
          h2{cache_size=1}                                                | cache
          h2{MAX_MEMORY_ROWS=1(;LOCK_MODE=0)}                             | durability
          h2{INIT=DROP ALL OBJECTS}                                       | opens
          hsqldb{hsqldb.write_delay=true}                                 | durability
          hsqldb{hsqldb.cache_rows=1}                                     | cache
          duckdb{memory_limit=1GB}                                        | cache
          duckdb{fsync_mode=NONE}                                         | durability
          duckdb{force_compression=zstd}                                  | compression
          mvstore{compress}                                               | compression
          je{je.maxMemory=1}                                              | cache
          je{je.txn.durability=SYNC}                                      | durability
          xodus{exodus.memoryUsage=1}                                     | cache
          xodus{exodus.log.durableWrite=true}                             | durability
          lmdb{MDB_NOSYNC}                                                | durability
          mapdb{transactionEnable}                                        | durability
          leveldbjni{cacheSize=1}                                         | cache
          """)
  void anOptionThatChangesAConditionIsRefusedAndTheConditionNamed(String text, String condition) {
    assertThatThrownBy(() -> Engines.of(Candidate.parse(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(condition);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rocksdb{write_buffer_size=8388608}                                             | writeBuffer
          rocksdb{block_based_table_factory={index_type=kBinarySearch;block_size=16384}} | block
          rocksdb{block_based_table_factory={filter_policy=bloomfilter:7:false}}         | bloomBits
          rocksdb-c{block_based_table_factory={block_size=16384}}                        | block
          wiredtiger{create.leaf_page_max=64KB}                                          | block
          h2{PAGE_SIZE=8192}                                                             | block
          mvstore{pageSplitSize=65536}                                                   | block
          mvstore{autoCommitBufferSize=2048}                                             | writeBuffer
          xodus{exodus.log.cache.pageSize=32768}                                         | block
          leveldbjni{writeBufferSize=8388608}                                            | writeBuffer
          """)
  void anOptionMayChooseWhatNobodyAskedForAndIsRefusedOtherwise(String text, String condition) {
    Candidate candidate = available(text);
    assertThatThrownBy(() -> open(candidate)).hasMessageContaining(condition);
    try (KeyValueStore store = openOwn(candidate)) {
      use(store);
      String setting =
          Map.of(
                  "writeBuffer", "writeBufferBytes",
                  "block", "blockBytes",
                  "bloomBits", "bloomBitsPerKey")
              .get(condition);
      assertThat(store.settings())
          .noneMatch(
              each -> each.name().equals(setting) && each.role() == AppliedSetting.Role.DEFAULT)
          .anyMatch(each -> each.role() == AppliedSetting.Role.CANDIDATE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rocksdb-c"})
  void aLoadedStoreIsCompactedIntoOneTable(String engine) throws IOException {
    try (KeyValueStore store = openOwn(available(engine))) {
      for (int i = 0; i < 2; i++) {
        use(store);
        store.settle(Duration.ofSeconds(30));
      }
      assertThat(tables()).isEqualTo(2);
      store.compact();
      store.settle(Duration.ofSeconds(30));
      assertThat(tables()).isEqualTo(1);
      use(store);
    }
  }

  private long tables() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".sst")).count();
    }
  }

  @Test
  void eachLineOfConditionsIsOfAnEngine() {
    assertThat(ResourceLines.of(BundledEngine.class, "conditions.txt"))
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(engines()).anyMatch(name -> name.matches(line.replaceFirst(" .*", ""))));
    assertThat(engines().filter(name -> Condition.listed(BundledEngine.class, name).isEmpty()))
        .containsExactlyInAnyOrder("chronicle", "derby", "leveldb", "hyperleveldb", "lmdb-lwjgl");
  }

  @ParameterizedTest
  @MethodSource("engines")
  void eachDepartureFromADefaultHasASource(String engine) {
    try (KeyValueStore store = openOwn(available(engine))) {
      assertThat(store.settings())
          .filteredOn(setting -> setting.role() == AppliedSetting.Role.OWN)
          .filteredOn(setting -> !setting.reason().startsWith("by LOG"))
          .allSatisfy(setting -> assertThat(setting.reason()).containsPattern("https?://"));
    }
  }

  private static Stream<String> engines() {
    return Engines.all().stream()
        .filter(engine -> engine.getClass().getName().startsWith("dev.storagebench.engines."))
        .map(StorageEngine::name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb-c", "leveldb", "hyperleveldb", "wiredtiger"})
  void aLibraryThatIsNotThereIsUnsupportedAndNamed(String engine) throws IOException {
    StorageEngine missing =
        Engines.of(Candidate.parse("own=" + engine + "{library=/nowhere/libown.so}"));
    assertThat(missing.exclusionReason().orElseThrow()).contains("/nowhere/libown.so");
    Path text = Files.writeString(folder.resolve("libown.so"), "no library");
    StorageEngine unloadable =
        Engines.of(Candidate.parse("own=" + engine + "{library=" + text + "}"));
    assertThat(Stream.of(missing.availability(), unloadable.availability()))
        .allSatisfy(
            each ->
                assertThat(each)
                    .isInstanceOfSatisfying(
                        Availability.Unsupported.class,
                        why -> assertThat(why.message()).contains("libown.so")));
  }

  /** The installed library by its path is the same engine, in a process of its own. */
  @Test
  void aLibraryThatACandidateNamesIsTheOneThatIsLoaded() throws IOException {
    Path installed = Path.of("/usr/lib/x86_64-linux-gnu/librocksdb.so.7.8");
    assumeTrue(Files.exists(installed), "librocksdb7.8 is not installed");
    Candidate candidate = Candidate.parse("fork=rocksdb-c{library=" + installed + ";num_levels=4}");
    StorageEngine engine = Engines.of(candidate);
    assertThat(engine.requiresOwnProcess()).isTrue();
    // Built anew at the same place, it is another library.
    assertThat(engine.availability())
        .isInstanceOfSatisfying(
            Availability.Available.class,
            here -> {
              assertThat(here.version()).isEqualTo("7.8.3");
              assertThat(here.library()).matches("librocksdb\\.so\\.7\\.8\\.3 sha256:[0-9a-f]{12}");
            });
    try (KeyValueStore store = open(candidate)) {
      use(store);
      assertThat(store.settings())
          .extracting(setting -> setting.name() + " " + setting.value())
          .contains("RocksDB version 7.8.3", "table_factory BlockBasedTable");
    }
    assertThat(folder.resolve("LOG")).content().containsPattern("Options.num_levels: 4");
  }
}
