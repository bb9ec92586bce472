package dev.storagebench.datasets.wikipedia;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Valid inputs with random damage: only {@link BadInputException} may come out, and an end. */
class MutatedDumpsTest {
  private static final String DUMP =
      """
      <?xml version="1.0" encoding="utf-8"?>
      <mediawiki version="0.11" xml:lang="en">
        <siteinfo><namespaces><namespace key="1" case="x">Talk</namespace></namespaces></siteinfo>
        <page><title>A &amp; B</title><ns>0</ns><redirect title="C" /><revision>
          <timestamp>2014-10-26T04:50:23Z</timestamp><contributor><ip>::1</ip></contributor>
          <text xml:space="preserve">a &lt;b&gt; &#x20AC; <!-- c --><![CDATA[d]]> \u00e9\u4e2d</text>
        </revision></page>
        <page><title>Talk:D</title><revision><text /></revision><revision><text>e</text></revision></page>
        <page><title>F</title><revision><text deleted="deleted" /></revision></page>
      </mediawiki>
      """;

  private static final String LINES = "'A'\t'b\\n\\'c'\n'D'\t'\u00e9'\n'E'\t''\n";

  private static final List<String> PIECES =
      List.of(
          "<",
          ">",
          "&",
          "'",
          "\"",
          "/",
          "<!--",
          "-->",
          "<![CDATA[",
          "]]>",
          "<page>",
          "</page>",
          "\0",
          "<text>",
          "</text>",
          "<revision>",
          "</mediawiki>",
          "<mediawiki>",
          "&#",
          "\\",
          "\t",
          "\n");

  @Test
  @Timeout(60)
  void onlyBadInputExceptionsComeOutAndTheReadingEnds() throws IOException {
    Random random = new Random(42);
    int records = 0;
    int bad = 0;
    List<byte[]> seeds =
        List.of(
            DUMP.getBytes(UTF_8),
            DUMP.replace("utf-8", "utf-16").getBytes(UTF_16),
            LINES.getBytes(UTF_8));
    for (int round = 0; round < 6_000; round++) {
      byte[] damaged = damage(seeds.get(random.nextInt(seeds.size())), random);
      ReadOptions options = random.nextBoolean() ? ReadOptions.LENIENT : ReadOptions.STRICT;
      try (RecordReader reader = ReadPages.open(damaged, 1 + random.nextInt(400), options)) {
        while (reader.next()) {
          assertThat(reader.key().remaining()).isBetween(1, RecordReader.MAX_KEY_BYTES);
          assertThat(reader.value().remaining()).isLessThanOrEqualTo(damaged.length);
          records++;
        }
      } catch (BadInputException e) {
        assertThat(e).hasMessageStartingWith("dump.xml, ");
        bad++;
      }
    }
    assertThat(records).isGreaterThan(2_000);
    assertThat(bad).isGreaterThan(1_000);
  }

  @Test
  void everyTruncationGivesWholePagesAndOneBadOne() throws IOException {
    byte[] dump = DUMP.getBytes(UTF_8);
    int begin = DUMP.indexOf("<siteinfo>");
    int end = new String(dump, UTF_8).lastIndexOf("</mediawiki>") + "</mediawiki>".length();
    int endByte = new String(dump, UTF_8).substring(0, end).getBytes(UTF_8).length;
    for (int length = begin; length < endByte; length++) {
      try (RecordReader reader =
          ReadPages.open(Arrays.copyOf(dump, length), 100, ReadOptions.LENIENT)) {
        while (reader.next()) {
          assertThat(ReadPages.current(reader)).matches("(?s)A & B=.*\u4e2d|Talk:D=e");
        }
        assertThat(reader.counts().badRecords()).isEqualTo(1);
      }
    }
  }

  @Test
  @Timeout(60)
  void repeatedDamageCostsNoMoreThanItsLength() throws IOException {
    for (String piece : PIECES) {
      String dump = "<mediawiki><page><title>A" + piece.repeat(20_000);
      try (RecordReader reader = ReadPages.open(dump, ReadOptions.LENIENT)) {
        assertThat(ReadPages.rest(reader)).isEmpty();
        assertThat(reader.counts().badRecords()).isPositive();
      }
    }
  }

  private static byte[] damage(byte[] seed, Random random) {
    byte[] bytes = seed.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
        case 3 -> {
          // Removes or repeats a stretch.
          int to = random.nextInt(bytes.length);
          byte[] moved = new byte[at + bytes.length - to];
          System.arraycopy(bytes, 0, moved, 0, at);
          System.arraycopy(bytes, to, moved, at, bytes.length - to);
          bytes = moved;
        }
        default -> {
          byte[] piece = PIECES.get(random.nextInt(PIECES.size())).getBytes(UTF_8);
          System.arraycopy(piece, 0, bytes, at, Math.min(piece.length, bytes.length - at));
        }
      }
    }
    return bytes;
  }
}
