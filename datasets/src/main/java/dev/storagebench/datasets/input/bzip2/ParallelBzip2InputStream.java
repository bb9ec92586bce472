package dev.storagebench.datasets.input.bzip2;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The decompressed bytes of all streams of a bzip2 input, its blocks decoded in parallel. Read by
 * one thread; closing it closes the input and stops the others.
 *
 * <p>Memory: two blocks more than there are threads, each about 8 MiB plus its output, which is 0.9
 * MB for text and at most 46 MB.
 */
public final class ParallelBzip2InputStream extends InputStream {
  private static final long STREAM_END_MAGIC = 0x177245385090L;
  private static final int STREAM_END_BITS = Segments.MAGIC_BITS + 32;
  private static final int MAX_JOINED_BYTES = 2 * Segments.MAX_SEGMENT_BYTES;
  private static final int STREAM_HEADER = 'B' << 16 | 'Z' << 8 | 'h';

  private final InputStream in;
  private final Segments segments;
  private final ExecutorService threads;
  private final int ahead;
  private final ArrayDeque<Block> blocks = new ArrayDeque<>();
  private final ArrayDeque<BlockDecoder> idle = new ArrayDeque<>();

  private @Nullable BlockDecoder current;
  private int currentRead;
  private int streamCrc;
  private boolean started;
  private boolean ended;
  private @Nullable IOException failure;

  /**
   * Begins to decompress.
   *
   * @param in the compressed bytes, from a stream's header on
   * @param threadCount how many blocks are decoded at once
   */
  public ParallelBzip2InputStream(InputStream in, int threadCount) {
    this.in = in;
    this.segments = new Segments(in);
    this.ahead = threadCount + 2;
    this.threads =
        Executors.newFixedThreadPool(
            threadCount,
            task -> {
              Thread thread = new Thread(task, "bzip2");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    while (current == null || currentRead == current.outputBytes()) {
      if (!advance()) {
        return -1;
      }
    }
    int read = Math.min(length, current.outputBytes() - currentRead);
    System.arraycopy(current.output(), currentRead, into, offset, read);
    currentRead += read;
    return read;
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    in.close();
  }

  /** Makes the next block the current one; false at the end. */
  private boolean advance() throws IOException {
    if (failure == null && !ended) {
      try {
        return nextBlock();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return false;
  }

  private boolean nextBlock() throws IOException {
    if (!started) {
      started = true;
      Segment header = segments.next();
      if (header != null) {
        readBetweenBlocks(header, 0, true);
      }
    }
    if (current != null) {
      idle.add(current);
      current = null;
    }
    decodeAhead();
    Block block = blocks.poll();
    if (block == null) {
      ended = true;
      return false;
    }
    Segment segment = block.segment();
    Bzip2DamageException damage = block.await();
    while (damage != null && damage.cutOff() && segment.data().length < MAX_JOINED_BYTES) {
      // The magic number that ended the segment may have been part of the block's data.
      Block falselyCut = blocks.poll();
      if (falselyCut == null) {
        break;
      }
      falselyCut.await();
      idle.add(falselyCut.decoder());
      segment = segment.join(falselyCut.segment());
      damage = decode(block.decoder(), segment);
      decodeAhead();
    }
    if (damage != null) {
      throw damage;
    }
    current = block.decoder();
    currentRead = 0;
    streamCrc = Crc.combine(streamCrc, current.crc());
    try {
      readBetweenBlocks(segment, current.endBit(), false);
    } catch (Bzip2DamageException e) {
      // This block is good, and is handed out before the damage behind it is told.
      failure = e;
    }
    return true;
  }

  private void decodeAhead() throws IOException {
    while (blocks.size() < ahead) {
      Segment segment = segments.next();
      if (segment == null) {
        return;
      }
      BlockDecoder free = idle.poll();
      BlockDecoder decoder = free == null ? new BlockDecoder() : free;
      blocks.add(new Block(segment, decoder, threads.submit(() -> decode(decoder, segment))));
    }
  }

  private static @Nullable Bzip2DamageException decode(BlockDecoder decoder, Segment segment) {
    try {
      decoder.decode(segment);
      return null;
    } catch (Bzip2DamageException e) {
      return e;
    }
  }

  /**
   * Checks what stands between a block and the next one: nothing, or streams' ends and headers. It
   * must end exactly where the segment does.
   */
  private void readBetweenBlocks(Segment segment, int fromBit, boolean headerExpected)
      throws Bzip2DamageException {
    int bit = fromBit;
    boolean header = headerExpected;
    while (true) {
      int left = segment.endBit() - bit;
      if (header) {
        if (left == 0 && segment.last()) {
          return;
        }
        long found = BitReader.peek(segment.data(), bit, 32);
        int level = (int) (found & 0xff);
        if (left < 32 || found >>> 8 != STREAM_HEADER || level < '1' || level > '9') {
          throw damage(segment, bit, "no header of a stream stands there", false);
        }
        bit += 32;
        streamCrc = 0;
        header = false;
      } else {
        if (left == 0 && !segment.last()) {
          return;
        }
        if (left < STREAM_END_BITS && segment.last()) {
          throw damage(segment, bit, "the end of the stream is missing", true);
        }
        if (left < STREAM_END_BITS
            || BitReader.peek(segment.data(), bit, Segments.MAGIC_BITS) != STREAM_END_MAGIC) {
          throw damage(segment, bit, "neither a block nor the end of the stream follows", false);
        }
        int crc = (int) BitReader.peek(segment.data(), bit + Segments.MAGIC_BITS, 32);
        if (crc != streamCrc) {
          throw damage(
              segment,
              bit,
              "the stream's checksum is %08x, not %08x".formatted(streamCrc, crc),
              false);
        }
        bit = (bit + STREAM_END_BITS + 7) & ~7;
        header = true;
      }
    }
  }

  private static Bzip2DamageException damage(
      Segment segment, int bit, String problem, boolean cutOff) {
    return new Bzip2DamageException(problem, cutOff, segment.fileByte() + (bit >>> 3));
  }

  /** A block on its way; the future holds what is wrong with it. */
  private record Block(
      Segment segment, BlockDecoder decoder, Future<@Nullable Bzip2DamageException> decoded) {

    @Nullable Bzip2DamageException await() throws IOException {
      try {
        return decoded.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while a bzip2 block was decoded");
      } catch (ExecutionException e) {
        throw new IllegalStateException("the bzip2 decoder failed", e.getCause());
      }
    }
  }
}
