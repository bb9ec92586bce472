package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.ServerInstall.Family;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RowFormatTest {

  @ParameterizedTest
  @CsvSource({
    "INNODB, MYSQL, '', ENGINE=InnoDB",
    "INNODB, MARIADB, compressed8, ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8",
    "INNODB, MYSQL, page-lz4, ENGINE=InnoDB COMPRESSION='lz4'",
    "INNODB, MARIADB, page-lz4, ENGINE=InnoDB PAGE_COMPRESSED=1",
    "ROCKSDB, MARIADB, zstd, ENGINE=ROCKSDB",
    "TOKUDB, MARIADB, lzma, ENGINE=TokuDB COMPRESSION=TOKUDB_LZMA",
    "TOKUDB, MYSQL, '', ENGINE=TokuDB ROW_FORMAT=TOKUDB_ZLIB",
  })
  void isTheOptionOfItsServer(StorageKind kind, Family family, String name, String options) {
    assertThat(RowFormat.of(kind, family, name, Compression.NONE).options()).isEqualTo(options);
  }

  @Test
  void myRocksTakesTheCodecOfTheSettingsUnlessOneIsNamed() {
    assertThat(RowFormat.of(StorageKind.ROCKSDB, Family.MARIADB, "", Compression.LZ4).codec())
        .isEqualTo("kLZ4Compression");
    assertThat(RowFormat.of(StorageKind.ROCKSDB, Family.MARIADB, "zstd", Compression.LZ4).codec())
        .isEqualTo("kZSTD");
  }

  @Test
  void anUnknownFormatListsTheValidOnes() {
    assertThatThrownBy(
            () -> RowFormat.of(StorageKind.INNODB, Family.MYSQL, "page-snappy", Compression.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("page-zlib, page-lz4, or none at all");
  }
}
