package dev.storagebench.datasets.inspect;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.storagebench.datasets.inspect.InspectionReport.Compressibility;
import dev.storagebench.datasets.inspect.InspectionReport.Ratio;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.commons.io.output.CountingOutputStream;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyOutputStream;

/**
 * A uniform sample of a stream of unknown length in bounded memory. The stream is cut into chunks;
 * reservoir sampling (Vitter, "Random Sampling with a Reservoir", 1985, algorithm R) keeps each
 * with equal probability. Chunks are much longer than the blocks of an engine.
 */
final class CompressionSample {
  /** The maximum size, unless the heap is small. */
  static final int MAX_BYTES = 64 << 20;

  private static final int SHARE_OF_HEAP = 4;
  private static final int CHUNK_BYTES = 256 << 10;
  private static final int SMALL_BLOCK = 4 << 10;
  private static final int LARGE_BLOCK = 16 << 10;
  private static final int ZSTD_LEVEL = 3;

  /** Fixed: the same input gives the same sample. */
  private static final long SEED = 64;

  /** The compressors that storage engines have, at their default levels. */
  private static final List<Codec> CODECS =
      List.of(
          new Codec(
              "lz4",
              LZ4Factory.fastestInstance().fastCompressor()::compress,
              out -> new LZ4FrameOutputStream(out, LZ4FrameOutputStream.BLOCKSIZE.SIZE_4MB)),
          new Codec("snappy", Snappy::compress, out -> new SnappyOutputStream(out, 1 << 20)),
          new Codec(
              "zstd-" + ZSTD_LEVEL,
              block -> Zstd.compress(block, ZSTD_LEVEL),
              out -> new ZstdOutputStreamNoFinalizer(out, ZSTD_LEVEL)));

  private final int maxChunks;
  private final List<Chunk> kept = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private byte[] current = new byte[CHUNK_BYTES];
  private int filled;
  private long chunks;
  private long bytes;

  CompressionSample(int maxBytes) {
    this.maxChunks = Math.max(1, maxBytes / CHUNK_BYTES);
  }

  /** A sample of {@link #MAX_BYTES}, or of a quarter of the heap where that is less. */
  static CompressionSample ofUsualSize() {
    long fitting = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;
    return new CompressionSample((int) Math.min(MAX_BYTES, fitting));
  }

  private record Codec(String name, BlockCompressor block, StreamCompressor stream) {}

  private interface BlockCompressor {
    byte[] compress(byte[] block) throws IOException;
  }

  private interface StreamCompressor {
    OutputStream to(OutputStream out) throws IOException;
  }

  @SuppressWarnings("ArrayRecordComponent") // chunks are not compared
  private record Chunk(long number, byte[] bytes, int length) {}

  /** Takes the next bytes of the stream, from position to limit; the buffer is left unchanged. */
  void add(ByteBuffer next) {
    int at = next.position();
    while (at < next.limit()) {
      int part = Math.min(next.limit() - at, CHUNK_BYTES - filled);
      next.get(at, current, filled, part);
      at += part;
      filled += part;
      if (filled == CHUNK_BYTES) {
        offer();
      }
    }
    bytes += next.remaining();
  }

  /** Keeps the current chunk, or not. */
  private void offer() {
    Chunk chunk = new Chunk(chunks, current, filled);
    byte[] free = null;
    if (kept.size() < maxChunks) {
      kept.add(chunk);
    } else {
      long place = random.nextLong(chunks + 1);
      free = place < maxChunks ? kept.set((int) place, chunk).bytes() : current;
    }
    chunks++;
    filled = 0;
    current = free == null ? new byte[CHUNK_BYTES] : free;
  }

  /** Ends the stream and compresses the sample; once. */
  Compressibility measure() throws IOException {
    if (filled > 0) {
      offer();
    }
    kept.sort(Comparator.comparingLong(Chunk::number));
    double sampled = kept.stream().mapToLong(Chunk::length).sum();
    List<Ratio> ratios = new ArrayList<>();
    for (Codec codec : CODECS) {
      ratios.add(
          new Ratio(
              codec.name(),
              sampled / inBlocks(codec, SMALL_BLOCK),
              sampled / inBlocks(codec, LARGE_BLOCK),
              sampled / asStream(codec)));
    }
    return new Compressibility((long) sampled, (long) sampled == bytes, ratios);
  }

  private long inBlocks(Codec codec, int blockBytes) throws IOException {
    long compressed = 0;
    for (Chunk chunk : kept) {
      for (int at = 0; at < chunk.length(); at += blockBytes) {
        int end = Math.min(at + blockBytes, chunk.length());
        compressed += codec.block().compress(Arrays.copyOfRange(chunk.bytes(), at, end)).length;
      }
    }
    return compressed;
  }

  private long asStream(Codec codec) throws IOException {
    CountingOutputStream count = new CountingOutputStream(OutputStream.nullOutputStream());
    try (OutputStream compressor = codec.stream().to(count)) {
      for (Chunk chunk : kept) {
        compressor.write(chunk.bytes(), 0, chunk.length());
      }
    }
    return count.getByteCount();
  }
}
