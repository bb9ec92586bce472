package dev.storagebench.engines.library;

import java.util.Locale;
import jnr.ffi.mapper.FunctionMapper;

/**
 * The C name of a Java method: {@code iterSeek} with the prefix {@code leveldb} is {@code
 * leveldb_iter_seek}.
 */
record CNames(String prefix) implements FunctionMapper {

  @Override
  public String mapFunctionName(String method, Context context) {
    return of(method);
  }

  String of(String method) {
    String words = method.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    // The only word that C's authors wrote in capitals.
    return prefix + "_" + words.replace("_wal", "_WAL");
  }
}
