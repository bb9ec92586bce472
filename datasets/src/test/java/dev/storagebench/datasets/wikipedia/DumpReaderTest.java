package dev.storagebench.datasets.wikipedia;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpReaderTest {
  @TempDir private Path folder;

  @Test
  void readsSchema03WithoutNamespaceNumbers() throws IOException {
    String dump =
        """
        <mediawiki xmlns="http://www.mediawiki.org/xml/export-0.3/" version="0.3" xml:lang="en">
          <siteinfo>
            <sitename>Wikipedia</sitename>
            <namespaces>
              <namespace key="-2">Media</namespace>
              <namespace key="0" />
              <namespace key="1">Talk</namespace>
            </namespaces>
          </siteinfo>
          <page>
            <title>Talk:A</title>
            <id>1</id>
            <restrictions>move=sysop</restrictions>
            <revision><id>2</id><text xml:space="preserve">one</text></revision>
          </page>
          <page>
            <title>Star Trek: A</title>
            <revision><text>two</text></revision>
          </page>
        </mediawiki>
        """;
    try (RecordReader reader = ReadPages.open(dump, ReadOptions.STRICT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("Talk:A=one", "Star Trek: A=two");
    }
  }

  @Test
  void readsSchema011WithItsAttributesAndElements() throws IOException {
    String dump =
        """
        <?xml version="1.0" encoding="utf-8"?>
        <mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/"
            version="0.11"
            xml:lang='en'>
          <siteinfo><case>first-letter</case></siteinfo>
          <page>
            <title>A</title> <ns>0</ns> <id>1</id>
            <redirect title="B &quot;>&quot;" />
            <discussionthreadinginfo><ThreadSubject>x</ThreadSubject><page_>1</page_></discussionthreadinginfo>
            <revision>
              <id>2</id>
              <timestamp>2024-01-01T00:00:00Z</timestamp>
              <contributor deleted="deleted" />
              <comment deleted='deleted'/>
              <origin>2</origin><model>wikitext</model><format>text/x-wiki</format>
              <text bytes="3" sha1="abc" location="tt:1" xml:space="preserve" unknown = "a>b" >one</text >
              <sha1>abc</sha1>
              <content><role>extra</role><text>slot</text></content>
            </revision>
            <upload><timestamp>2025-01-01T00:00:00Z</timestamp><filename>f</filename></upload>
          </page>
          <logitem><id>1</id><text>no page</text></logitem>
        </mediawiki>
        """;
    try (RecordReader reader = ReadPages.open(dump, ReadOptions.STRICT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("A=one");
      assertThat(reader.counts().notes()).containsOnlyKeys("redirects");
    }
  }

  @Test
  void replacesEntitiesAndJoinsSections() throws IOException {
    assertThat(ReadPages.all(dump("A&amp;B", "&lt;b&gt;&quot;&apos;&#65;&#x20AC;&#x1F600;")))
        .containsExactly("A&B=<b>\"'A\u20ac\ud83d\ude00");
    assertThat(ReadPages.all(dump("T", "a<![CDATA[<&amp;]]]>]]&gt;<!-- no > -->b<?php ?>c")))
        .containsExactly("T=a<&amp;]]]>bc");
    assertThat(ReadPages.all(dump("T", "a\r\nb\rc&#13;\td"))).containsExactly("T=a\nb\nc\r\td");
  }

  @Test
  void takesTheLastRevision() throws IOException {
    assertThat(
            ReadPages.all(
                page(
                    "A",
                    revision("2020-01-01T00:00:00Z", "<text>old</text>"),
                    revision("2021-01-01T00:00:00Z", "<text>new</text>"))))
        .containsExactly("A=new");
  }

  @Test
  void keepsEmptyTextsAndLeavesOutWhatHasNone() throws IOException {
    String dump =
        "<mediawiki>"
            + page("A", "<revision><text/></revision>")
            + page("B", "<revision><text xml:space='preserve'></text></revision>")
            + page("C", "<revision><text bytes='0' /></revision>")
            + page("D", "<revision><text deleted=\"deleted\" /></revision>")
            + page("E")
            + page("F", "<revision><text bytes='17' id='3' /></revision>")
            + page("G", "<revision/>")
            + "<page/></mediawiki>";
    try (RecordReader reader = ReadPages.open(dump, ReadOptions.STRICT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("A=", "B=", "C=");
      assertThat(reader.counts().notes().toString())
          .isEqualTo(
              "{deleted texts=1, empty texts=3, pages without a revision=1, pages without a text=1,"
                  + " texts that are not in this dump=1}");
    }
  }

  @Test
  void readsBehindAByteOrderMark() throws IOException {
    assertThat(ReadPages.all("\ufeff" + dump("Z\u016ble", "\ud83d\ude00 \u4e2d")))
        .containsExactly("Z\u016ble=\ud83d\ude00 \u4e2d");
  }

  @Test
  void readsExportsOneBehindTheOtherAndPagesWithoutARoot() throws IOException {
    assertThat(ReadPages.all(dump("A", "1") + "<?xml version='1.0'?>" + dump("B", "2")))
        .containsExactly("A=1", "B=2");
    assertThat(ReadPages.all(page("A", revision("", "<text>1</text>")) + "\n"))
        .containsExactly("A=1");
    assertThat(ReadPages.all("<!-- nothing --><mediawiki></mediawiki>")).isEmpty();
  }

  @Test
  void readsTheSameHoweverTheStreamHandsItOut() throws IOException {
    byte[] bytes = dump("A&amp;", "x&quot;\r\ny<![CDATA[]]]]>").getBytes(UTF_8);
    for (int chunk = 1; chunk < 20; chunk++) {
      try (RecordReader reader = ReadPages.open(bytes, chunk, ReadOptions.STRICT)) {
        assertThat(ReadPages.rest(reader)).containsExactly("A&=x\"\ny]]");
      }
    }
  }

  @Test
  void aTextLongerThanTheWindowIsWhole() throws IOException {
    String text = "0123456789&amp;\n".repeat(300_000);
    List<String> records = ReadPages.all(dump("A", text));
    assertThat(records).containsExactly("A=" + text.replace("&amp;", "&"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<feed></feed>", "<xml>", "plain text", "{}", "</mediawiki>", "<"})
  void refusesWhatIsNoExport(String text) {
    assertThatThrownBy(() -> ReadPages.rest(ReadPages.open(text, ReadOptions.LENIENT)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("dump.xml");
  }

  @Test
  void readsPrefixesBehindABadPageToo() throws IOException {
    String page =
        "<m:page><m:title>%s</m:title><m:revision><m:text>%s</m:text></m:revision></m:page>\n";
    String dump =
        "<m:mediawiki xmlns:m='http://x/?a&amp;b'>\n"
            + page.formatted("A", "1")
            + page.formatted("B", "<b>")
            + page.formatted("C", "3")
            + "</m:mediawiki>";
    try (RecordReader reader = ReadPages.open(dump, ReadOptions.LENIENT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("A=1", "C=3");
      assertThat(reader.counts().badRecords()).isEqualTo(1);
    }
    assertThatThrownBy(() -> ReadPages.all(dump))
        .hasMessageStartingWith(
            "dump.xml, line 3, byte %,d: the page that begins here is bad in its line 1: element <b>"
                .formatted(dump.lastIndexOf("<m:page>", dump.indexOf("<b>"))));
  }

  @Test
  void readsNoEntityOfADocumentType() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    String page = "<page><title>A</title><revision><text>%s</text></revision></page>";
    String dump =
        "<!DOCTYPE mediawiki [<!ENTITY file SYSTEM '%s'><!ENTITY own 'own'>]>\n<mediawiki>"
                .formatted(secret.toUri())
            + page.formatted("&file;")
            + page.formatted("&own;")
            + page.formatted("3")
            + "</mediawiki>";
    try (RecordReader reader = ReadPages.open(dump, ReadOptions.LENIENT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("A=3");
      assertThat(reader.counts().badRecords()).isEqualTo(2);
    }
  }

  @Test
  void keepsPairsOfSurrogatesWhereverTheParserSplitsAText() throws IOException {
    for (int before = 0; before < 4; before++) {
      String text = "x".repeat(before) + "\ud83d\ude00".repeat(20_000);
      assertThat(ReadPages.all(dump("A", text))).containsExactly("A=" + text);
    }
  }

  @Test
  void namesWhereABadPageBeginsAndItsBadLine() throws IOException {
    String bad =
        "<page><title>\u00e9</title>\n<revision><text>\u4e2d\u4e2d\n\u00e9&bogus;</text></page>\n";
    String dump = "<mediawiki>\n" + bad + bad + page("B", revision("", "<text>2</text>"));
    try (RecordReader reader = ReadPages.open(dump + "</mediawiki>", ReadOptions.LENIENT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("B=2");
      int second = 12 + bad.getBytes(UTF_8).length;
      assertThat(reader.counts().firstBadRecords().get(0))
          .startsWith("dump.xml, line 2, byte 12: the page that begins here is bad in its line 3:");
      assertThat(reader.counts().firstBadRecords().get(1))
          .startsWith("dump.xml, line 5, byte %,d: the page that".formatted(second));
    }
  }

  @Test
  void namesPlaceAndExpectationWhereTheInputEnds() throws IOException {
    String dump = "<mediawiki>\n" + page("A", revision("", "<text>1</text>"));
    try (RecordReader reader =
        ReadPages.open(dump + "<page>\n<title>B</title><revision><text>abc", ReadOptions.STRICT)) {
      assertThat(reader.next()).isTrue();
      assertThatThrownBy(reader::next)
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "dump.xml, line 4, byte %,d: the input ends where </page> of 'B' is expected; is the file complete?"
                  .formatted(dump.length() + 42));
      assertThat(reader.next()).isFalse();
    }
    assertThatThrownBy(() -> ReadPages.all(dump + "<page><title>B</title>\n"))
        .hasMessageContaining("</page> of 'B'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<page><title>X</title><revision><text>&bogus;</text></revision></page>",
        "<page><title>X</title><revision><text>&#xD800;</text></revision></page>",
        "<page><title>X</title><revision><text>&#0;</text></revision></page>",
        "<page><title>X</title><revision><text>a & b</text></revision></page>",
        "<page><title>X</title><revision><text>a<b>c</b></text></revision></page>",
        "<page><title>X</title><revision><text>a</title></revision></page>",
        "<page><title>X</title><revision><text>a</text></page>",
        "<page><title>X</title><revision><text>cut",
        "<page><title>X</title><revision><comment>cut",
        "<page><title>X</title>stray text</page>",
        "<page><title>X</title><revision><text a='1</text></revision></page>",
        "<page><title></title><revision><text>no title</text></revision></page>",
        "<page><revision><text>no title</text></revision></page>",
        "<page><title>\u00ff</title><revision><text>no UTF-8</text></revision></page>",
        "<page><title>X</title><revision><text>no UTF-8 \u00c3</text></revision></page>",
        "<page <b",
      })
  void skipsABadPageAndGoesOnWithTheNext(String bad) throws IOException {
    String good = page("B", revision("", "<text>2</text>"));
    byte[] dump = ("<mediawiki>" + bad + good + good + "</mediawiki>").getBytes(ISO_8859_1);
    try (RecordReader reader = ReadPages.open(dump, 1000, ReadOptions.LENIENT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("B=2", "B=2");
      assertThat(reader.counts().badRecords()).isEqualTo(1);
      assertThat(reader.counts().firstBadRecords().get(0)).startsWith("dump.xml, line 1, byte ");
    }
    try (RecordReader reader = ReadPages.open(dump, 1000, ReadOptions.STRICT)) {
      assertThatThrownBy(reader::next).isInstanceOf(BadInputException.class);
    }
  }

  @Test
  void aTitleMayHave511Bytes() throws IOException {
    String title = "t".repeat(RecordReader.MAX_KEY_BYTES);
    assertThat(ReadPages.all(dump(title, "1"))).containsExactly(title + "=1");
    assertThatThrownBy(() -> ReadPages.all(dump(title + "t", "1")))
        .hasMessageContaining("longer than 511 bytes");
  }

  @Test
  void aTextAboveTheMaximumIsBadAndNotBuffered() throws IOException {
    byte[] block = "0123456789abcde\n".repeat(1 << 16).getBytes(UTF_8);
    Stream<InputStream> text =
        Stream.generate(() -> (InputStream) new ByteArrayInputStream(block)).limit(300);
    String end = "</text></revision></page>" + page("B", revision("", "<text>2</text>"));
    List<InputStream> parts =
        Stream.of(
                Stream.of(stream("<mediawiki><page><title>A</title><revision><text>")),
                text,
                Stream.of(stream(end + "</mediawiki>")))
            .flatMap(part -> part)
            .toList();
    InputStream in = new SequenceInputStream(Collections.enumeration(parts));
    try (RecordReader reader =
        new WikipediaFormat()
            .open(new BufferedInputStream(in, 1 << 20), "dump.xml", ReadOptions.LENIENT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("B=2");
      assertThat(reader.counts().firstBadRecords().toString())
          .contains("line 1, byte 11: value ")
          .contains("longer than 268,435,456 bytes");
    }
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private static String dump(String title, String text) {
    return "<mediawiki>\n"
        + page(title, revision("", "<text>" + text + "</text>"))
        + "</mediawiki>";
  }

  private static String page(String title, String... revisions) {
    return "<page><title>"
        + title
        + "</title><id>1</id>"
        + String.join("\n", revisions)
        + "</page>\n";
  }

  private static String revision(String timestamp, String text) {
    return "<revision><id>1</id><timestamp>" + timestamp + "</timestamp>" + text + "</revision>";
  }

  @Test
  void olderRevisionsAreCounted() throws IOException {
    String page =
        "<page><title>%s</title><revision><text>a</text></revision><revision><text>b</text></revision>"
            + "<revision><text>c</text></revision></page>";
    try (RecordReader reader =
        ReadPages.open(
            "<mediawiki>" + page.formatted("A") + page.formatted("B") + "</mediawiki>",
            ReadOptions.STRICT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("A=c", "B=c");
      assertThat(reader.counts().notes()).containsEntry("older revisions left out", 4L);
    }
  }

  @Test
  void malformedXmlShowsNoTextOfTheParser() {
    assertThatThrownBy(() -> ReadPages.all("<mediawiki><page><title>A</ttle></page></mediawiki>"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("malformed XML")
        .hasMessageNotContaining("expected");
  }
}
