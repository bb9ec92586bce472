package dev.storagebench.datasets.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputSourceTest {
  @TempDir private Path folder;

  @Test
  void opensPlainBytesAsTheyAre() throws IOException {
    assertThat(read("plain.gz", "no gzip".getBytes(UTF_8))).isEqualTo("no gzip".getBytes(UTF_8));
  }

  @ParameterizedTest
  @EnumSource
  void decompressesEveryPartWhateverTheFileIsCalled(CompressedSamples packing) throws IOException {
    byte[] packed = packing.compress(bytes("one"), bytes(""), bytes("two"), bytes("three"));
    assertThat(read("packed.txt", packed)).isEqualTo(bytes("onetwothree"));
  }

  @ParameterizedTest
  @EnumSource
  void tellsHowFarATruncatedFileGoes(CompressedSamples packing) throws IOException {
    byte[] text = noise(300_000);
    byte[] packed = packing.compress(text);
    String file = write("cut", Arrays.copyOf(packed, packed.length * 3 / 4)).toString();
    assertThatThrownBy(() -> drain(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(file)
        .hasMessageContaining(packing.name().toLowerCase(java.util.Locale.ROOT))
        .hasMessageContaining("cut off near compressed byte ");
  }

  @ParameterizedTest
  @EnumSource
  void aFileCutAtAnyByteIsBadUnlessOnlyWholePartsAreLeft(CompressedSamples packing)
      throws IOException {
    byte[] packed = packing.compress(bytes("first part"), bytes("second part"));
    int firstPart = packing.compress(bytes("first part")).length;
    for (int length = 6; length < packed.length; length++) {
      String file = write("cut", Arrays.copyOf(packed, length)).toString();
      if (length == firstPart) {
        assertThat(drain(file)).isEqualTo(bytes("first part"));
      } else {
        assertThatThrownBy(() -> drain(file)).isInstanceOf(BadInputException.class);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedFileIsBadOrTheSame(CompressedSamples packing) throws IOException {
    byte[] text = noise(20_000);
    byte[] packed = packing.compress(text);
    Random random = new Random(11);
    int bad = 0;
    for (int round = 0; round < 150; round++) {
      byte[] damaged = packed.clone();
      damaged[6 + random.nextInt(damaged.length - 6)] ^= (byte) (1 << random.nextInt(8));
      String file = write("damaged", damaged).toString();
      try {
        // gzip's header has bytes that nothing depends on.
        assertThat(drain(file)).isEqualTo(text);
      } catch (BadInputException e) {
        bad++;
      }
    }
    assertThat(bad).isGreaterThan(100);
  }

  @Test
  void namesAMissingFile() {
    String missing = folder.resolve("missing.xml").toString();
    assertThatThrownBy(() -> InputSource.of(missing).open())
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining(missing)
        .hasMessageContaining("no such file: ");
    assertThatThrownBy(() -> InputSource.of(missing).identity())
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void refusesWhatCannotBeAnInput() throws IOException {
    assertThatThrownBy(() -> drain(folder.toString()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("directory");
    assertThatThrownBy(() -> read("empty", new byte[0])).hasMessageContaining("empty");
    assertThatThrownBy(() -> read("empty.gz", CompressedSamples.GZIP.compress(new byte[0])))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("empty once decompressed");
    assertThatThrownBy(() -> read("a.zip", bytes("PK\3\4rest"))).hasMessageContaining("ZIP");
    assertThatThrownBy(() -> InputSource.of("")).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<!DOCTYPE html>\n<p>", "\n  <HTML lang=en>", "\ufeff<!doctype HTML PUBLIC"})
  void refusesAWebPage(String page) {
    assertThatThrownBy(() -> read("dump.xml", bytes(page)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("this is an HTML page, not data; did the download fail?");
  }

  @Test
  void identityChangesWithTheFile() throws IOException {
    Path file = write("data", bytes("a"));
    InputSource source = InputSource.of(file.toString());
    String first = source.identity();
    assertThat(first).isEqualTo(source.identity()).contains(file.toAbsolutePath().toString());
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_123L));
    String second = source.identity();
    assertThat(second).isNotEqualTo(first);
  }

  private byte[] read(String name, byte[] content) throws IOException {
    return drain(write(name, content).toString());
  }

  private static byte[] drain(String file) throws IOException {
    try (InputStream in = InputSource.of(file).open()) {
      return in.readAllBytes();
    }
  }

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Text that compresses a little. */
  private static byte[] noise(int length) {
    Random random = new Random(5);
    byte[] noise = new byte[length];
    for (int i = 0; i < length; i++) {
      noise[i] = (byte) ('a' + random.nextInt(20));
    }
    return noise;
  }

  @ParameterizedTest
  @EnumSource
  void handsOutEveryByteBeforeDamage(CompressedSamples packing) throws IOException {
    byte[] text = noise(300_000);
    byte[] packed = packing.compress(text);
    String file = write("cut", Arrays.copyOf(packed, packed.length - 1)).toString();
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (InputStream in = InputSource.of(file).open()) {
      assertThatThrownBy(() -> in.transferTo(read))
          .isInstanceOfSatisfying(
              BadInputException.class,
              damage -> {
                assertThat(damage.isDamage()).isTrue();
                assertThat(damage.place().byteOffset()).isEqualTo(text.length);
              })
          .message()
          .doesNotContain("EOFException");
    }
    assertThat(read.toByteArray()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "'\4\"M\u0018d@', lz4 -d",
    "'version https://git-lfs.github.com/spec/v1', git lfs pull",
    "'\u00ff\u00fe\0\0{', UTF-32",
    "'\u00ff\u00fe{\0', UTF-16",
    "'[\0{\0', UTF-16",
    "'\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', .xls",
    "'PAR1', Parquet"
  })
  void namesTheWayOutOfAnotherFormat(String head, String wayOut) {
    assertThatThrownBy(() -> read("data", head.getBytes(ISO_8859_1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("this is ")
        .hasMessageContaining(wayOut);
  }

  @Test
  void namesATarArchiveAndDataCompressedTwice() throws IOException {
    byte[] tar = new byte[1024];
    System.arraycopy(bytes("ustar"), 0, tar, 257, 5);
    assertThatThrownBy(() -> read("a.tgz", CompressedSamples.GZIP.compress(tar)))
        .hasMessageContaining("this is a tar archive; unpack it with 'tar -xf'");
    assertThatThrownBy(
            () -> read("a", CompressedSamples.XZ.compress(CompressedSamples.GZIP.compress(tar))))
        .hasMessageContaining("gzip data inside xz data; decompress it once with 'xz -d'");
  }

  @Test
  void namesAUrlAndEscapesControlCharacters() {
    assertThatThrownBy(() -> InputSource.of("https://example.org/dump.bz2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is a URL; download it");
    assertThatThrownBy(() -> drain(folder.resolve("a\u001b[31mb\u202e").toString()))
        .hasMessageContaining("a\\u001b[31mb\\u202e")
        .message()
        .doesNotContain("\u001b");
  }
}
