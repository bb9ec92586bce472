package dev.storagebench.engines.perconaft;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.EnumNames;
import java.util.Map;
import java.util.Optional;

/** PerconaFT's codecs, by the names that TokuDB has for them. */
enum Codec {
  UNCOMPRESSED(0),
  SNAPPY(7),
  ZLIB(8),
  QUICKLZ(9),
  LZMA(10);

  /** The option of a candidate that names one. */
  static final String OPTION = "format";

  /** The {@code TOKU_COMPRESSION_METHOD}. */
  final int method;

  Codec(int method) {
    this.method = method;
  }

  /**
   * The codec that a candidate names.
   *
   * @throws IllegalArgumentException if there is no such codec; the message lists the valid ones
   */
  static Optional<Codec> of(Map<String, String> options) {
    return Optional.ofNullable(options.get(OPTION))
        .map(name -> EnumNames.parse(Codec.class, OPTION, name));
  }

  /** The candidate's codec, or else the requested one. */
  static Codec of(EngineSettings asked) {
    return of(asked.options())
        .orElse(asked.compression() == Compression.SNAPPY ? SNAPPY : UNCOMPRESSED);
  }
}
