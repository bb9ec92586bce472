package dev.storagebench.datasets.wikipedia;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.input.InputSource;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.xml.stream.XMLStreamException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Reads a dump that lies decompressed in memory, with this package's reader and with the JDK's StAX
 * parser. Both hand out every title and text as UTF-8. To be run by JMH's main class on the test
 * class path; {@code -p dump=FILE} takes a real dump.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class WikipediaBenchmark {
  /** A dump's file; empty for 20 MB of made-up pages. */
  @Param("")
  public String dump = "";

  private byte[] xml = new byte[0];

  /** Decompresses or makes the dump. */
  @Setup
  public void load() throws IOException {
    if (dump.isEmpty()) {
      xml = madeUp(20 << 20);
    } else {
      try (InputStream in = InputSource.of(dump).open()) {
        xml = in.readAllBytes();
      }
    }
  }

  /** This package's reader. */
  @Benchmark
  public void reader(Blackhole blackhole) throws IOException {
    InputStream in = new BufferedInputStream(new ByteArrayInputStream(xml), 1 << 16);
    try (RecordReader reader = new WikipediaFormat().open(in, "memory", ReadOptions.STRICT)) {
      while (reader.next()) {
        blackhole.consume(reader.key());
        blackhole.consume(reader.value());
      }
    }
  }

  /** The JDK's parser. */
  @Benchmark
  public void stax(Blackhole blackhole) throws XMLStreamException {
    StaxPages.read(
        new ByteArrayInputStream(xml),
        (title, text) -> {
          blackhole.consume(title);
          blackhole.consume(text);
        });
  }

  /** Pages of 2.6 KB, as many entities as wiki text has. */
  private static byte[] madeUp(int bytes) {
    Random random = new Random(1);
    StringBuilder xml = new StringBuilder("<mediawiki>\n");
    for (int page = 0; xml.length() < bytes; page++) {
      xml.append("  <page>\n    <title>Page ")
          .append(page)
          .append("</title>\n    <ns>0</ns>\n    <id>")
          .append(page)
          .append("</id>\n    <revision>\n      <id>7</id>\n      <timestamp>2014-10-26T04:50:23Z")
          .append("</timestamp>\n      <contributor>\n        <username>A</username>\n      ")
          .append("</contributor>\n      <text xml:space=\"preserve\">");
      for (int word = 0; word < 370; word++) {
        xml.append(Integer.toString(random.nextInt(1 << 30), 36)).append(' ');
        if (word % 6 == 0) {
          xml.append("&quot;");
        }
      }
      xml.append("</text>\n    </revision>\n  </page>\n");
    }
    return xml.append("</mediawiki>\n").toString().getBytes(StandardCharsets.UTF_8);
  }
}
