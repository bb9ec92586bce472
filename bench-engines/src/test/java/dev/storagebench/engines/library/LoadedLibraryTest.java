package dev.storagebench.engines.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadedLibraryTest {

  @ParameterizedTest
  @CsvSource({
    "open, rocksdb_open",
    "iterGetError, rocksdb_iter_get_error",
    "blockBasedOptionsSetBlockCache, rocksdb_block_based_options_set_block_cache",
    "writeoptionsDisableWal, rocksdb_writeoptions_disable_WAL"
  })
  void aJavaMethodIsMappedToTheNameInC(String method, String name) {
    assertThat(LoadedLibrary.functionName("rocksdb", method)).isEqualTo(name);
  }
}
