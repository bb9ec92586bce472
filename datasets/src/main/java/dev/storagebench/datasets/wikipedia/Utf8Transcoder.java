package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Place;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** A UTF-16 input as UTF-8, without its byte order mark. Places in it then count UTF-8's bytes. */
final class Utf8Transcoder extends InputStream {
  private static final int CHUNK = 64 << 10;

  private final InputStream in;
  private final String source;
  private final CharsetDecoder decoder;
  private final ByteBuffer encoded = ByteBuffer.allocate(CHUNK).flip();
  private final CharBuffer characters = CharBuffer.allocate(CHUNK);
  private ByteBuffer result = ByteBuffer.allocate(0);
  private long encodedBytes;
  private boolean endOfInput;

  /** Owns the stream. */
  Utf8Transcoder(InputStream in, String source, Charset charset) {
    this.in = in;
    this.source = source;
    this.decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!result.hasRemaining()) {
      if (endOfInput) {
        return -1;
      }
      transcodeMore();
    }
    int count = Math.min(length, result.remaining());
    result.get(into, offset, count);
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void transcodeMore() throws IOException {
    encoded.compact();
    int read = in.read(encoded.array(), encoded.position(), encoded.remaining());
    if (read < 0) {
      endOfInput = true;
    } else {
      encoded.position(encoded.position() + read);
    }
    encoded.flip();
    int before = encoded.position();
    characters.clear();
    CoderResult outcome = decoder.decode(encoded, characters, endOfInput);
    encodedBytes += encoded.position() - before;
    if (outcome.isError()) {
      throw new BadInputException(
          new Place(source, 0, encodedBytes),
          "the text is not %s%s; convert it to UTF-8"
              .formatted(decoder.charset(), endOfInput ? " or is cut off here" : ""));
    }
    result = StandardCharsets.UTF_8.encode(characters.flip());
  }
}
