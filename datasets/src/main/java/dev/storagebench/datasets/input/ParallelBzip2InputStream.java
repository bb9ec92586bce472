package dev.storagebench.datasets.input;

import dev.storagebench.datasets.input.Bzip2Blocks.Piece;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The decompressed bytes of all streams of a bzip2 input. Blocks are decoded in parallel by Commons
 * Compress: it has no API for a block, so each is given to it as a stream of one block, whose
 * checksum is the block's own. Read by one thread; {@link #close} closes the input and stops the
 * decoders.
 *
 * <p>Memory: two blocks more than there are threads, each about 8 MiB plus its output, which is 0.9
 * MB for text and at most 46 MB.
 */
final class ParallelBzip2InputStream extends BlockInputStream {
  private static final int STREAM_HEADER = 'B' << 16 | 'Z' << 8 | 'h';
  private static final int HEADER_BITS = 32;
  private static final int STREAM_END_BITS = Bzip2Blocks.MAGIC_BITS + 32;
  private static final byte[] HEADER = {'B', 'Z', 'h', '9'};

  /** How many magic numbers a block may contain: one occurs in 17,000 files of 1 GB by chance. */
  private static final int MAX_FALSE_SPLITS = 16;

  private final InputStream in;
  private final Bzip2Blocks pieces;
  private final ExecutorService threads;
  private final int ahead;
  private final ArrayDeque<Block> blocks = new ArrayDeque<>();
  private byte[] current = new byte[0];
  private int currentRead;
  private int streamCrc;
  private boolean started;
  private @Nullable Piece previous;

  /**
   * Starts to decompress.
   *
   * @param in compressed bytes, starting at a stream header
   * @param threadCount the number of blocks decoded at once
   */
  ParallelBzip2InputStream(InputStream in, int threadCount) {
    this.in = in;
    this.pieces = new Bzip2Blocks(in);
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

  /** Compressed bytes that are not bzip2 data, or end too early. */
  static final class DamageException extends IOException {
    private static final long serialVersionUID = 1L;

    final boolean cutOff;
    final long compressedByte;

    private DamageException(String problem, boolean cutOff, long compressedBit) {
      super(problem);
      this.cutOff = cutOff;
      this.compressedByte = compressedBit >>> 3;
    }
  }

  /** A piece; its decoded bytes, null for a stream end and for one that cannot be decoded. */
  private record Block(Piece piece, Future<byte @Nullable []> future) {}

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    while (currentRead == current.length) {
      if (!nextPiece()) {
        return -1;
      }
    }
    int read = Math.min(length, current.length - currentRead);
    System.arraycopy(current, currentRead, into, offset, read);
    currentRead += read;
    return read;
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    in.close();
  }

  /** Goes on to the next block or past a stream end; false at the end. */
  private boolean nextPiece() throws IOException {
    if (!started) {
      started = true;
      Piece header = pieces.next();
      if (header != null) {
        readHeader(header, 0);
      }
    }
    decodeAhead();
    Block next = blocks.poll();
    if (next == null) {
      if (previous != null && previous.magic() != Bzip2Blocks.STREAM_END_MAGIC) {
        throw new DamageException(
            "the end of the stream is missing", true, previous.fileBit() + previous.bits());
      }
      return false;
    }
    previous = next.piece;
    if (previous.magic() == Bzip2Blocks.STREAM_END_MAGIC) {
      endStream(previous);
    } else {
      current = decoded(next);
      currentRead = 0;
    }
    return true;
  }

  private byte[] decoded(Block block) throws IOException {
    Piece piece = block.piece;
    byte[] decoded = await(block);
    for (int i = 0; decoded == null && i < MAX_FALSE_SPLITS && !blocks.isEmpty(); i++) {
      // The magic number that ended the piece may be part of the block.
      Piece joined = piece.join(blocks.element().piece);
      if (joined.bits() / 8 > Bzip2Blocks.MAX_PIECE_BYTES) {
        break;
      }
      blocks.remove();
      piece = joined;
      decoded = decode(piece);
      decodeAhead();
    }
    if (decoded == null) {
      boolean cutOff = block.piece.last();
      throw new DamageException(
          cutOff ? "the last block is incomplete" : "a block cannot be decoded",
          cutOff,
          block.piece.fileBit());
    }
    streamCrc = Integer.rotateLeft(streamCrc, 1) ^ blockCrc(piece);
    return decoded;
  }

  private void decodeAhead() throws IOException {
    while (blocks.size() < ahead) {
      Piece piece = pieces.next();
      if (piece == null) {
        return;
      }
      blocks.add(new Block(piece, threads.submit(() -> decode(piece))));
    }
  }

  private static byte @Nullable [] await(Block block) throws IOException {
    try {
      return block.future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while decoding a bzip2 block");
    } catch (ExecutionException e) {
      throw new IllegalStateException("bzip2 decoder failed", e.getCause());
    }
  }

  /** Decodes a block; null if it is damaged or does not end where the piece does. */
  private static byte @Nullable [] decode(Piece piece) {
    if (piece.magic() != Bzip2Blocks.BLOCK_MAGIC) {
      return null;
    }
    int bytes = (int) ((piece.bits() + 7) / 8);
    byte[] stream = new byte[HEADER.length + bytes + STREAM_END_BITS / 8 + 2];
    System.arraycopy(HEADER, 0, stream, 0, HEADER.length);
    System.arraycopy(piece.data(), 0, stream, HEADER.length, bytes);
    byte[] end =
        ByteBuffer.allocate(STREAM_END_BITS / 8)
            .putShort((short) (Bzip2Blocks.STREAM_END_MAGIC >>> 32))
            .putInt((int) Bzip2Blocks.STREAM_END_MAGIC)
            .putInt(blockCrc(piece))
            .array();
    Bzip2Blocks.append(stream, 8L * HEADER.length + piece.bits(), end, STREAM_END_BITS);
    try (InputStream block = new BZip2CompressorInputStream(new ByteArrayInputStream(stream))) {
      return block.readAllBytes();
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static int blockCrc(Piece piece) {
    return (int) Bzip2Blocks.peek(piece.data(), Bzip2Blocks.MAGIC_BITS, 32);
  }

  /** Checks the checksum of a stream, and what follows. */
  private void endStream(Piece piece) throws DamageException {
    if (piece.bits() < STREAM_END_BITS) {
      throw new DamageException(
          "the end of the stream is missing", true, piece.fileBit() + piece.bits());
    }
    int crc = (int) Bzip2Blocks.peek(piece.data(), Bzip2Blocks.MAGIC_BITS, 32);
    if (crc != streamCrc) {
      throw new DamageException(
          "stream checksum is %08x, expected %08x".formatted(streamCrc, crc),
          false,
          piece.fileBit());
    }
    streamCrc = 0;
    // The next header starts at a byte of the file.
    readHeader(piece, STREAM_END_BITS + (-(piece.fileBit() + STREAM_END_BITS) & 7));
  }

  /**
   * Checks what follows a stream, or starts the file: a header, zeros up to the end, or nothing.
   */
  private static void readHeader(Piece piece, long bit) throws DamageException {
    long left = piece.bits() - bit;
    byte[] data = piece.data();
    if (left == HEADER_BITS && !piece.last()) {
      long header = Bzip2Blocks.peek(data, bit, HEADER_BITS);
      long level = header & 0xff;
      if (header >>> 8 == STREAM_HEADER && level >= '1' && level <= '9') {
        return;
      }
    }
    boolean zeros = piece.last() && bit > 0;
    for (long i = bit; zeros && i < piece.bits(); i += 8) {
      zeros = Bzip2Blocks.peek(data, i, 8) == 0;
    }
    if (!zeros) {
      throw new DamageException(
          "neither a block nor the end of the stream follows",
          piece.last() && left <= HEADER_BITS,
          piece.fileBit() + bit);
    }
  }
}
