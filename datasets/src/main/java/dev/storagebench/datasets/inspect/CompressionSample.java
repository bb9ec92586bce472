package dev.storagebench.datasets.inspect;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A uniform sample of a stream of unknown length in bounded memory. The stream is cut into chunks;
 * reservoir sampling (Vitter, "Random Sampling with a Reservoir", 1985, algorithm R) keeps each
 * with the same chance. Chunks are long enough for the blocks of an engine and for streams to see
 * neighbours.
 */
final class CompressionSample {
  /** The most that is kept, unless the heap is small. */
  static final int MAX_BYTES = 64 << 20;

  private static final int SHARE_OF_HEAP = 4;

  private static final int CHUNK_BYTES = 256 << 10;
  private static final int SMALL_BLOCK = 4 << 10;
  private static final int LARGE_BLOCK = 16 << 10;

  /** Any number: the same input shall give the same sample. */
  private static final long SEED = 64;

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
    long sampled = kept.stream().mapToLong(Chunk::length).sum();
    List<Compressibility.Ratio> ratios = new ArrayList<>();
    for (Codec codec : Codec.values()) {
      ratios.add(
          new Compressibility.Ratio(
              codec.label(),
              ratio(sampled, inBlocks(codec, SMALL_BLOCK)),
              ratio(sampled, inBlocks(codec, LARGE_BLOCK)),
              ratio(sampled, asStream(codec))));
    }
    return new Compressibility(sampled, sampled == bytes, ratios);
  }

  private static double ratio(long raw, long compressed) {
    return (double) raw / compressed;
  }

  private long inBlocks(Codec codec, int block) throws IOException {
    long compressed = 0;
    for (Chunk chunk : kept) {
      for (int at = 0; at < chunk.length(); at += block) {
        compressed +=
            codec.compressedBytes(chunk.bytes(), at, Math.min(block, chunk.length() - at));
      }
    }
    return compressed;
  }

  private long asStream(Codec codec) throws IOException {
    ByteCount count = new ByteCount();
    try (OutputStream compressor = codec.compressor(count)) {
      for (Chunk chunk : kept) {
        compressor.write(chunk.bytes(), 0, chunk.length());
      }
    }
    return count.bytes;
  }

  /** Throws the bytes away and counts them. */
  private static final class ByteCount extends OutputStream {
    private long bytes;

    @Override
    public void write(int one) {
      bytes++;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes += length;
    }
  }
}
