package dev.storagebench.datasets.input;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelBzip2InputStreamIT {

  @Test
  void decodesEveryShapeOfContent() throws IOException {
    Random random = new Random(3);
    byte[] noise = new byte[250_000];
    random.nextBytes(noise);
    byte[] runs = new byte[400_000];
    for (int i = 0; i < runs.length; ) {
      int end = Math.min(runs.length, i + 1 + random.nextInt(600));
      Arrays.fill(runs, i, end, (byte) random.nextInt(3));
      i = end;
    }
    List<byte[]> shapes =
        List.of(
            new byte[1], new byte[3_000_000], noise, runs, "aaaa".getBytes(UTF_8), text(350_000));
    for (byte[] shape : shapes) {
      assertThat(read(CompressedSamples.BZIP2.compress(shape))).isEqualTo(shape);
    }
  }

  @Test
  void decodesAllStreamsEmptyOnesToo() throws IOException {
    byte[] empty = new byte[0];
    byte[] text = text(250_000);
    assertThat(read(CompressedSamples.BZIP2.compress(empty))).isEmpty();
    assertThat(read(CompressedSamples.BZIP2.compress(empty, text, empty, empty, text, empty)))
        .isEqualTo(join(text, text));
  }

  @Test
  void aMagicNumberInsideABlockIsNoBoundary() throws IOException {
    byte[] text = text(90_000);
    byte[] plain = CompressedSamples.BZIP2.compress(text);
    byte[] crafted = withMagicAmongTheSelectors(plain);
    assertThat(pieces(crafted)).isEqualTo(pieces(plain) + 1);
    assertThat(sequential(crafted)).isEqualTo(text);
    assertThat(read(crafted)).isEqualTo(text);
    assertThat(read(join(crafted, join(plain, crafted)))).isEqualTo(join(text, join(text, text)));
  }

  @Test
  void manyMagicNumbersInABlockAreDamageThatIsFoundAtOnce() throws IOException {
    byte[] plain = CompressedSamples.BZIP2.compress(text(1000));
    byte[] magic = "1AY&SY".getBytes(US_ASCII);
    byte[] crafted = Arrays.copyOf(plain, 4);
    for (int i = 0; i < 3000; i++) {
      crafted = join(crafted, magic);
    }
    byte[] damaged = join(crafted, Arrays.copyOfRange(plain, 4, plain.length));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> read(damaged))
        .isInstanceOf(ParallelBzip2InputStream.DamageException.class);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(64L << 20);
  }

  @Test
  void handsOutWhatIsGoodBeforeItTellsTheDamage() throws IOException {
    byte[] text = text(350_000);
    byte[] packed = CompressedSamples.BZIP2.compress(text);
    byte[] cut = Arrays.copyOf(packed, packed.length - 2);
    ByteArrayOutputStream good = new ByteArrayOutputStream();
    assertThatThrownBy(() -> open(cut).transferTo(good))
        .isInstanceOfSatisfying(
            ParallelBzip2InputStream.DamageException.class,
            damage -> assertThat(damage.cutOff).isTrue());
    assertThat(good.toByteArray()).isEqualTo(text);
  }

  @Test
  void refusesWhatFollowsTheLastStream() throws IOException {
    byte[] packed = CompressedSamples.BZIP2.compress(text(1000));
    assertThatThrownBy(() -> read(join(packed, "garbage".getBytes(UTF_8))))
        .isInstanceOfSatisfying(
            ParallelBzip2InputStream.DamageException.class,
            damage -> assertThat(damage.compressedByte).isEqualTo(packed.length));
  }

  @Test
  void acceptsZerosBehindTheLastStream() throws IOException {
    byte[] text = text(1000);
    byte[] packed = CompressedSamples.BZIP2.compress(text);
    assertThat(read(join(packed, new byte[10_000]))).isEqualTo(text);
  }

  @Test
  void damageIsFoundAndEndsTheReading() throws IOException {
    byte[] text = text(150_000);
    byte[] packed = CompressedSamples.BZIP2.compress(text, text(10));
    Random random = new Random(1);
    int found = 0;
    for (int round = 0; round < 300; round++) {
      byte[] damaged = packed.clone();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        assertThat(read(damaged)).isEqualTo(join(text, text(10)));
      } catch (ParallelBzip2InputStream.DamageException e) {
        found++;
      }
    }
    assertThat(found).isGreaterThan(250);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enwiki-206-pages.xml.bz2",
        "enwiki-206-pages-multistream.xml.bz2",
        "ltgwiki-2004-pages-multistream.xml.bz2"
      })
  void readsRealDumpsLikeASequentialReader(String name) throws IOException {
    String folder = System.getenv("STORAGE_BENCH_REAL_DATA");
    assumeTrue(folder != null, "STORAGE_BENCH_REAL_DATA names no folder of real data");
    byte[] packed = Files.readAllBytes(Path.of(folder, "wikipedia", name));
    assertThat(read(packed)).isEqualTo(sequential(packed));
  }

  private static byte[] read(byte[] packed) throws IOException {
    try (InputStream in = open(packed)) {
      return in.readAllBytes();
    }
  }

  private static InputStream open(byte[] packed) {
    return new ParallelBzip2InputStream(new ByteArrayInputStream(packed), 2);
  }

  private static int pieces(byte[] packed) throws IOException {
    Bzip2Blocks pieces = new Bzip2Blocks(new ByteArrayInputStream(packed));
    int count = 0;
    while (pieces.next() != null) {
      count++;
    }
    return count;
  }

  private static byte[] sequential(byte[] packed) throws IOException {
    try (InputStream in = new BZip2CompressorInputStream(new ByteArrayInputStream(packed), true)) {
      return in.readAllBytes();
    }
  }

  /**
   * Adds selectors that no group uses, whose bits are a block's magic number: an unusual but valid
   * file. The first block must have three tables or more, and be the only one.
   */
  private static byte[] withMagicAmongTheSelectors(byte[] packed) {
    StringBuilder bits = new StringBuilder();
    for (byte b : packed) {
      bits.append(Integer.toBinaryString(0x100 | (b & 0xff)), 1, 9);
    }
    // Behind the stream's header: magic, checksum, randomised, origin, ranges of bytes in use.
    int at = 32 + 48 + 32 + 1 + 24;
    int ranges = Integer.bitCount(Integer.parseInt(bits.substring(at, at + 16), 2));
    at += 16 + 16 * ranges;
    int tables = Integer.parseInt(bits.substring(at, at + 3), 2);
    assertThat(tables).isGreaterThanOrEqualTo(3);
    at += 3;
    int selectors = Integer.parseInt(bits.substring(at, at + 15), 2);
    int afterSelectors = at + 15;
    for (int i = 0; i < selectors; i++) {
      afterSelectors = bits.indexOf("0", afterSelectors) + 1;
    }
    String magic =
        "0".repeat(2)
            + Long.toBinaryString(Bzip2Blocks.BLOCK_MAGIC)
            + "0"; // 48 bits, and a last end
    long added = magic.chars().filter(bit -> bit == '0').count();
    bits.insert(afterSelectors, magic);
    bits.replace(
        at, at + 15, Integer.toBinaryString(0x8000 | (int) (selectors + added)).substring(1));
    // The end of the stream moved with the rest: what fills its last byte is made anew.
    int end = bits.lastIndexOf(Long.toBinaryString(0x177245385090L)) + 45 + 32;
    bits.setLength(end);
    bits.append("0".repeat((8 - end % 8) % 8));
    byte[] crafted = new byte[bits.length() / 8];
    for (int i = 0; i < crafted.length; i++) {
      crafted[i] = (byte) Integer.parseInt(bits.substring(8 * i, 8 * i + 8), 2);
    }
    return crafted;
  }

  /** Words of a small vocabulary. */
  private static byte[] text(int length) {
    Random random = new Random(length);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      words.add(Integer.toString(random.nextInt(1 << 20), 36) + (i % 9 == 0 ? ".\n" : " "));
    }
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(words.get((int) Math.abs(random.nextGaussian() * 120) % words.size()));
    }
    return text.substring(0, length).getBytes(UTF_8);
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }
}
