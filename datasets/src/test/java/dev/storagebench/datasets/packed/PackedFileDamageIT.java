package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedFileDamageIT {
  @TempDir Path folder;
  private Path file;
  private byte[] sound;

  @BeforeEach
  void packFrames() throws IOException {
    file = folder.resolve("x.records");
    TestRecord.pack(file, TestRecord.random(1, 300, 100, 10_000));
    sound = Files.readAllBytes(file);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aFlippedByteAnywhereIsFound(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      assertFlipIsFound(random.nextInt(sound.length), 1 << random.nextInt(8));
    }
  }

  @Test
  void aFlippedByteInTheHeaderTheFrameHeadOrTheIndexIsFound() throws IOException {
    for (int position = 0; position < 96; position++) {
      assertFlipIsFound(position, 1);
      assertFlipIsFound(BlockFile.BLOCK_BYTES + position, 1);
      assertFlipIsFound(sound.length - BlockFile.BLOCK_BYTES + position, 1);
    }
    assertFlipIsFound(BlockFile.BLOCK_BYTES - 1, 0x80);
    assertFlipIsFound(sound.length - 1, 0x80);
  }

  private void assertFlipIsFound(int position, int bit) throws IOException {
    byte[] damaged = sound.clone();
    damaged[position] ^= (byte) bit;
    Files.write(file, damaged);
    assertThatThrownBy(() -> TestRecord.unpack(file))
        .as("byte %d", position)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void aTruncatedFileIsRefusedOnOpening() throws IOException {
    for (int length : new int[] {0, 1, 4095, 4096, 5000, 8192, sound.length - 1}) {
      Files.write(file, Arrays.copyOf(sound, length));
      assertThatThrownBy(() -> PackedFile.open(file))
          .as("%d bytes", length)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("%,d bytes".formatted(length));
    }
  }

  @Test
  void bytesBehindTheEndAreRefused() throws IOException {
    Files.write(file, Arrays.copyOf(sound, sound.length + 4096));

    assertThatThrownBy(() -> PackedFile.open(file)).isInstanceOf(BadInputException.class);
  }

  @Test
  void anotherKindOfFileIsNamedAsSuch() throws IOException {
    Files.write(file, "product/productId: B001\n".repeat(1000).getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> PackedFile.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("not a packed record file");
  }

  @Test
  void aVersionFromTheFutureIsNamedWithTheWayOut() throws IOException {
    byte[] future = sound.clone();
    future[8] = 3;
    Files.write(file, future);

    assertThatThrownBy(() -> PackedFile.open(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("version 3; this release reads version 2")
        .hasMessageNotContaining("delet");
  }

  @Test
  void damageInAValueLeavesTheKeysReadable() throws IOException {
    byte[] damaged = sound.clone();
    damaged[sound.length / 2] ^= 1;
    Files.write(file, damaged);

    try (PackedFile packed = PackedFile.open(file)) {
      assertThat(KeyTable.open(packed).size()).isEqualTo(300);
    }
  }
}
