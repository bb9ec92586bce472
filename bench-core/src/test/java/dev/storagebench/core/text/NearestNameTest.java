package dev.storagebench.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
  private static final List<String> NAMES =
      List.of("rocksdb", "lmdb", "je", "h2", "--memory", "--threads", "--engines", "--with");

  @ParameterizedTest
  @CsvSource({
    "rocksbd,rocksdb",
    "Rocks,rocksdb",
    "lmbd,lmdb",
    "--thread,--threads",
    "--mem,--memory",
    "--thraeds,--threads",
    "--engine,--engines",
    "h3,h2",
    "foo,",
    "xyz,",
    "--duration,"
  })
  void theNearestIsWhatWasProbablyMeant(String given, String nearest) {
    assertThat(NearestName.of(given, NAMES).orElse(null)).isEqualTo(nearest);
  }
}
