package dev.storagebench.datasets.wikipedia;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a dump that is cut off, or has the same damage many times. */
public class DamagedDumpsIT {
  /** Two pages, one without text, escapes, comments and characters of several bytes. */
  public static final String DUMP =
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
  void everyTruncationGivesWholePagesAndOneBadOne() throws IOException {
    byte[] dump = DUMP.getBytes(UTF_8);
    int begin = DUMP.indexOf("<siteinfo>");
    int end = new String(dump, UTF_8).lastIndexOf("</mediawiki>") + "</mediawiki>".length();
    int endByte = new String(dump, UTF_8).substring(0, end).getBytes(UTF_8).length;
    // Without the last '>' nothing is missing.
    for (int length = begin; length < endByte - 1; length++) {
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
}
