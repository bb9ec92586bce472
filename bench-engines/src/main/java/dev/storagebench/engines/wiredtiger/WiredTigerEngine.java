package dev.storagebench.engines.wiredtiger;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.engines.library.LibraryEngine;
import dev.storagebench.engines.library.SystemLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** WiredTiger, MongoDB's B-tree, in a library of the system. */
public final class WiredTigerEngine extends LibraryEngine {
  private static final String REMEDY = "apt-get install libwiredtiger0";

  public WiredTigerEngine() {
    this(new SystemLibrary("wiredtiger", "wiredtiger", REMEDY));
  }

  private WiredTigerEngine(SystemLibrary library) {
    super(library);
  }

  @Override
  protected LibraryEngine with(SystemLibrary other) {
    return new WiredTigerEngine(other);
  }

  @Override
  protected String version(Path file) {
    return new WiredTigerLibrary(file).version();
  }

  @Override
  protected Map<Condition, String> conditions() {
    return Map.of(
        Condition.CACHE, "cache_size|shared_cache|block_cache|cache_resident",
        Condition.BLOCK, "leaf_page_max",
        Condition.COMPRESSION, "block_compressor|huffman_key|huffman_value|dictionary",
        Condition.DURABILITY, "log|transaction_sync|checkpoint_sync|in_memory",
        Condition.BLOOM_BITS, "bloom|bloom_bit_count|bloom_hash_count",
        Condition.STORE,
            "readonly|exclusive|salvage|multiprocess|extensions|config_base|use_environment.*|encryption|key_format|value_format|columns|colgroups|collator|source");
  }

  /** WiredTiger's name of a codec. */
  static String codec(Compression compression) {
    return compression.name().toLowerCase(Locale.ROOT);
  }

  /** The extension with a codec, a library of its own: beside WiredTiger's, or installed. */
  private Optional<Path> extension(Compression compression) {
    if (compression == Compression.NONE) {
      return Optional.empty();
    }
    String name = "wiredtiger_" + codec(compression);
    return systemLibrary()
        .file()
        .map(file -> file.resolveSibling("lib" + name + ".so"))
        .filter(Files::isRegularFile)
        .or(() -> new SystemLibrary(name(), name, REMEDY).file());
  }

  @Override
  public Capabilities capabilities() {
    Set<Compression> codecs = EnumSet.of(Compression.NONE);
    for (Compression each : Compression.values()) {
      if (extension(each).isPresent()) {
        codecs.add(each);
      }
    }
    return Capabilities.cachingIn(CacheLocation.NATIVE).compressions(codecs);
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings asked, Path file) {
    return new WiredTigerStore(
        folder, new WiredTigerLibrary(file), asked, extension(asked.compression()));
  }
}
