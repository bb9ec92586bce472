package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RowFormatTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "InnoDb, MYSQL, '', ENGINE=InnoDB",
    "InnoDb, MARIADB, compressed8, ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8",
    "InnoDb, MYSQL, page-lz4, ENGINE=InnoDB COMPRESSION='lz4'",
    "InnoDb, MARIADB, page-lz4, ENGINE=InnoDB PAGE_COMPRESSED=1",
    "MyRocks, MARIADB, zstd, ENGINE=ROCKSDB",
  })
  void isTheOptionOfItsServer(String engine, Family family, String name, String options) {
    TableEngine tables = engine.equals("InnoDb") ? new InnoDb() : new MyRocks();
    assertThat(RowFormat.of(tables, family, settings(name, Compression.NONE)).options())
        .isEqualTo(options);
  }

  @ParameterizedTest
  @CsvSource({"'', kLZ4Compression", "zstd, kZSTD"})
  void myRocksUsesTheRequestedCodecUnlessTheCandidateNamesOne(String name, String codec) {
    assertThat(RowFormat.of(new MyRocks(), Family.MARIADB, settings(name, Compression.LZ4)).codec())
        .isEqualTo(codec);
  }

  @Test
  void anUnknownFormatListsTheValidOnes() {
    assertThatThrownBy(
            () ->
                RowFormat.of(new InnoDb(), Family.MYSQL, settings("page-snappy", Compression.NONE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("page-zlib, page-lz4, or none for the default)");
  }

  private static EngineSettings settings(String format, Compression compression) {
    return new EngineSettings(
        EngineSettings.UNLIMITED,
        1,
        Optional.empty(),
        Optional.empty(),
        compression,
        Durability.NONE,
        Optional.empty(),
        new EngineSettings.Expected(1, 1, 1, 1),
        Map.of("format", format));
  }

  /** {@code false} fails and {@code true} does nothing, whatever the arguments. */
  @Test
  void holesAreMissingWhereTheyCannotBePunchedOrFreeNothing() throws Exception {
    assertThat(RowFormat.missingHoles(folder, "false")).isPresent();
    assertThat(RowFormat.missingHoles(folder, "true"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("freed no blocks"));
    assertThat(RowFormat.missingHoles(folder, "no-such-program")).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }
}
