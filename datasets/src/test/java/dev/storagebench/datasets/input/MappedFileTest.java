package dev.storagebench.datasets.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappedFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 4095, 4096, 5000, 10_000, 20_000})
  void readsEveryByteWhateverTheWindow(int windowBytes) throws IOException {
    byte[] bytes = new byte[10_000];
    new SplittableRandom(windowBytes).nextBytes(bytes);
    try (InputStream in = new MappedFile(file(bytes), windowBytes)) {
      int first = in.read();
      byte[] rest = in.readAllBytes();
      assertThat(first).isEqualTo(bytes[0] & 0xff);
      assertThat(rest).isEqualTo(Arrays.copyOfRange(bytes, 1, bytes.length));
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void readsOnWhereTheFileHasGrown() throws IOException {
    Path file = file(new byte[] {1, 2});
    try (InputStream in = new MappedFile(file, 100)) {
      assertThat(in.readAllBytes()).containsExactly(1, 2);
      Files.write(file, new byte[] {3}, StandardOpenOption.APPEND);
      assertThat(in.readAllBytes()).containsExactly(3);
    }
  }

  @Test
  void tellsThatTheFileWasCut() throws IOException {
    Path file = file(new byte[20_000]);
    try (InputStream in = new MappedFile(file, 100_000);
        FileChannel cutting = FileChannel.open(file, StandardOpenOption.WRITE)) {
      in.skipNBytes(100);
      cutting.truncate(5000);
      assertThatThrownBy(in::readAllBytes)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cut to 5,000 bytes");
    }
  }

  @Test
  void readsAnEmptyFile() throws IOException {
    try (InputStream in = new MappedFile(file(new byte[0]), 100)) {
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("data"), bytes);
  }
}
