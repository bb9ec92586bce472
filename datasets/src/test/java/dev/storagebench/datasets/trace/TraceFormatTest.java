package dev.storagebench.datasets.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.packed.DatasetCache;
import dev.storagebench.datasets.packed.OperationCursor;
import dev.storagebench.datasets.packed.OperationFile;
import dev.storagebench.datasets.packed.PackedCursor;
import dev.storagebench.datasets.packed.PackedFile;
import dev.storagebench.datasets.packed.PackingProgress;
import dev.storagebench.datasets.packed.TraceSummary;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFormatTest {
  // timestamp, key, key size, value size, client, operation, TTL
  private static final String TWITTER =
      """
      100,ns:a,4,50,7,get,0
      100,ns:b,4,0,7,get,0
      100,ns:c,4,70,7,set,600
      100,ns:b,4,60,8,add,600
      101,ns:a,4,55,7,gets,0
      103,ns:a,4,90,7,cas,600
      103,ns:c,4,0,9,delete,0
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("trace"), text);
  }

  private Path pack(String options, ReadOptions reading) throws IOException {
    return new DatasetCache(folder.resolve("cache"))
        .obtain(
            new DatasetSpec("trace", folder.resolve("trace") + options),
            reading,
            PackingProgress.NONE);
  }

  private Path pack(String text) throws IOException {
    file(text);
    return pack("", ReadOptions.STRICT);
  }

  private static List<String> keys(Path packed) throws IOException {
    List<String> keys = new ArrayList<>();
    try (PackedFile file = PackedFile.open(packed);
        PackedCursor cursor = file.cursor()) {
      while (cursor.next()) {
        keys.add(UTF_8.decode(cursor.key()) + "=" + cursor.value().remaining());
      }
    }
    return keys;
  }

  private static List<String> operations(Path packed, int threads, int part) throws IOException {
    List<String> names = keys(packed).stream().map(key -> key.replaceFirst("=.*", "")).toList();
    List<String> operations = new ArrayList<>();
    try (OperationFile file = OperationFile.open(packed, part, threads);
        OperationCursor cursor = file.cursor()) {
      while (cursor.next()) {
        operations.add(
            "%s %s %d @%d %s"
                .formatted(
                    cursor.kind(),
                    names.get(cursor.key()),
                    cursor.size(),
                    cursor.nanos() / 1_000_000,
                    cursor.before()));
      }
    }
    return operations;
  }

  private static List<String> operations(Path packed) throws IOException {
    return operations(packed, 1, 0);
  }

  private static TraceSummary summary(Path packed) throws IOException {
    try (OperationFile file = OperationFile.open(packed)) {
      return file.summary();
    }
  }

  @Test
  void twittersSevenColumnsAreReadInOrderAndSpreadOverTheirSecond() throws Exception {
    Path packed = pack(TWITTER);
    assertThat(operations(packed))
        .containsExactly(
            "GET ns:a 50 @0 UNTOUCHED",
            "GET ns:b 0 @250 UNTOUCHED",
            "PUT ns:c 70 @500 UNTOUCHED",
            "UPDATE ns:b 60 @750 UNTOUCHED",
            "GET ns:a 55 @1000 UNTOUCHED",
            "UPDATE ns:a 90 @3000 UNTOUCHED",
            "DELETE ns:c 0 @3500 STORED");
    assertThat(summary(packed).kinds())
        .isEqualTo(Map.of("get", 2L, "gets", 1L, "set", 1L, "add", 1L, "cas", 1L, "delete", 1L));
    assertThat(summary(packed).allSkipped()).isZero();
  }

  @Test
  void keysThatAreReadFirstAreThereAtTheStartUnlessTheReadWasAMiss() throws Exception {
    Path packed = pack(TWITTER);
    // The checksum takes 8 bytes of each value; 90 is the longest of all.
    assertThat(keys(packed)).containsExactly("ns:a=82", "ns:b=52", "ns:c=62");
    assertThat(summary(packed).presentKeys()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void compressedTracesAreTheSame(String compression) throws Exception {
    List<String> plain = operations(pack(TWITTER));
    try (OutputStream file = Files.newOutputStream(folder.resolve("trace"));
        OutputStream out =
            compression.equals("gzip") ? new GZIPOutputStream(file) : new ZstdOutputStream(file)) {
      out.write(TWITTER.getBytes(UTF_8));
    }
    assertThat(operations(pack("", ReadOptions.STRICT))).isEqualTo(plain);
  }

  @Test
  void aKeyOfTwittersMayContainCommas() throws Exception {
    assertThat(keys(pack("5,a,b,,c,6,20,1,get,0\n5,a,1,10,1,get,0\n")))
        .containsExactly("a,b,,c=12", "a=2");
  }

  @Test
  void csvIsReadByTheNamesOfItsColumns() throws Exception {
    Path packed =
        pack(
            """
            op,value_size,"key",timestamp
            get,100,"x, ""y"\"",1.5
            put,200,z,1.75
            Delete,0,z,4
            """);
    assertThat(operations(packed))
        .containsExactly(
            "GET x, \"y\" 100 @0 UNTOUCHED", "PUT z 200 @250 UNTOUCHED", "DELETE z 0 @2500 STORED");
  }

  @Test
  void otherNamesAndNumbersOfColumnsAreOptions() throws Exception {
    file("when\tverb\tname\tlen\n7000\tREAD\tk\t10\n7005\tWRITE\tk\t20\n");
    assertThat(operations(pack(";time=when;op=verb;key=name;size=len;unit=ms", ReadOptions.STRICT)))
        .containsExactly("GET k 10 @0 UNTOUCHED", "PUT k 20 @5 UNTOUCHED");
    file("k|7000|get\nk|7001|set\n");
    Path packed = pack(";time=2;op=3;key=1", ReadOptions.STRICT);
    assertThat(operations(packed))
        .containsExactly("GET k 0 @0 UNTOUCHED", "PUT k 0 @1000 UNTOUCHED");
    // No size is recorded.
    assertThat(keys(packed)).containsExactly("k=92");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ";operations=40", ";operations=41"})
  void readsOfSizeZeroAreMissesWhateverOtherReadsHave(String options) throws Exception {
    StringBuilder text = new StringBuilder("timestamp,op,key,value_size\n");
    for (int i = 0; i < 20; i++) {
      text.append("1,set,stored%d,0\n2,get,other%d,0\n".formatted(i, i));
    }
    file(text + "3,get,late,7\n");
    Path packed = pack(options, ReadOptions.STRICT);
    assertThat(summary(packed).presentKeys()).isEqualTo(options.endsWith("40") ? 0 : 1);
    try (PackedFile records = PackedFile.open(packed)) {
      assertThat(records.summary().text()).contains("20 reads of size 0, which were misses");
    }
  }

  @Test
  void readsAreHitsWhereTheTraceHasNoSizesOfThem() throws Exception {
    file("op,key,size\nget,a,0\nset,b,9\n");
    assertThat(summary(pack(";readSizes=no", ReadOptions.STRICT)).presentKeys()).isEqualTo(1);
    assertThat(summary(pack("op,key,size\nget,a,\nset,b,9\n")).presentKeys()).isEqualTo(1);
    assertThat(summary(pack("op,key\nget,a\nset,b\n")).presentKeys()).isEqualTo(1);
  }

  @Test
  void aByteOrderMarkBelongsToNothing() throws Exception {
    assertThat(operations(pack("\ufeffkey,op\na,get\n"))).containsExactly("GET a 0 @0 UNTOUCHED");
    file("\ufeffa,get\na,set\n");
    assertThat(operations(pack(";key=1;op=2", ReadOptions.STRICT)))
        .containsExactly("GET a 0 @0 UNTOUCHED", "PUT a 0 @0 UNTOUCHED");
    assertThat(operations(pack("\ufeff" + TWITTER))).hasSize(7);
  }

  @Test
  void timesMayBeThoseOfIso8601() throws Exception {
    Path packed =
        pack(
            """
            time,key,op
            2020-03-01T23:59:59.5Z,a,get
            2020-03-02 00:00:00.250,a,get
            2020-03-02T01:00:01+01:00,a,get
            2020-03-02T00:00:01.000500,a,get
            """);
    assertThat(operations(packed))
        .containsExactly(
            "GET a 0 @0 UNTOUCHED",
            "GET a 0 @750 UNTOUCHED",
            "GET a 0 @1500 UNTOUCHED",
            "GET a 0 @1500 UNTOUCHED");
    file("time,key,op\n2020-03-01T23:59:59Z,a,get\n2020-13-01T00:00:00Z,a,get\n");
    assertThatThrownBy(() -> pack("", ReadOptions.STRICT))
        .hasMessageContaining("line 3")
        .hasMessageContaining("invalid time '2020-13-01T00:00:00Z'");
  }

  @Test
  void aTraceWithoutAColumnOfOperationsHasOne() throws Exception {
    file("a\nb\na\n");
    assertThat(operations(pack(";op=get", ReadOptions.STRICT)))
        .containsExactly("GET a 0 @0 UNTOUCHED", "GET b 0 @0 UNTOUCHED", "GET a 0 @0 UNTOUCHED");
    file("key\na\n");
    assertThat(operations(pack(";op=get", ReadOptions.STRICT)))
        .containsExactly("GET a 0 @0 UNTOUCHED");
    file("7 a\n8 b\n");
    assertThat(operations(pack(";delimiter=space;time=1;key=2;op=set", ReadOptions.STRICT)))
        .containsExactly("PUT a 0 @0 UNTOUCHED", "PUT b 0 @1000 UNTOUCHED");
    file("size,key\n5,a\n");
    assertThat(operations(pack(";op=read", ReadOptions.STRICT)))
        .containsExactly("GET a 5 @0 UNTOUCHED");
  }

  @Test
  void namesOfOperationsAreMapped() throws Exception {
    file("28:1:512\n2A:2:512\n35:1:0\n");
    Path packed = pack(";delimiter=:;op=1;key=2;size=3;get=28,READ;put=2a", ReadOptions.STRICT);
    assertThat(operations(packed))
        .containsExactly("GET 1 512 @0 UNTOUCHED", "PUT 2 512 @0 UNTOUCHED");
    assertThat(summary(packed).skipped()).isEqualTo(Map.of("35", 1L));
  }

  @Test
  void columnsThatAreNamedCountInAKnownFormToo() throws Exception {
    file(TWITTER);
    assertThat(keys(pack(";time=1;key=5;op=6", ReadOptions.STRICT)))
        .containsExactly("7=92", "8=92", "9=92");
  }

  @Test
  void countsRepeatAndKeySizesPad() throws Exception {
    file("op_time,key,key_size,op,op_count,size\n0,k,4,GET,3,30\n0,q,1,SET,1,9\n");
    Path packed = pack("", ReadOptions.STRICT);
    assertThat(operations(packed)).hasSize(4);
    assertThat(keys(packed)).containsExactly("k...=22", "q=1");
  }

  /** What awk makes of the text of RocksDB's trace_analyzer. */
  @Test
  void operationsWithNumbersAreMapped() throws Exception {
    file(
        """
        0x6162,0,0,1700000000000000
        0x6163,1,300,1700000000000500
        0x6162,6,0,1700000000000700
        0x6162,5,40,1700000000001000
        0x6163,3,0,1700000000002000
        """);
    Path packed =
        pack(
            ";key=1;op=2;size=3;time=4;unit=us;readSizes=no;get=0,8;put=1,9;delete=2,3;update=5",
            ReadOptions.STRICT);
    assertThat(operations(packed))
        .containsExactly(
            "GET 0x6162 0 @0 UNTOUCHED",
            "PUT 0x6163 300 @0 UNTOUCHED",
            "UPDATE 0x6162 40 @1 UNTOUCHED",
            "DELETE 0x6163 0 @2 STORED");
    assertThat(summary(packed).skipped()).isEqualTo(Map.of("6", 1L));
    // Reads have no sizes: a key that is read first is there.
    assertThat(summary(packed).presentKeys()).isEqualTo(1);
  }

  @Test
  void everyThreadGetsAllOperationsOfItsKeysInOrder() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      int key = i * 7919 % 501;
      text.append(
          "%d,k%d,4,%d,1,%s,0\n".formatted(i / 100, key, 20 + i, i % 3 == 0 ? "set" : "get"));
    }
    Path packed = pack(text.toString());
    Map<String, List<String>> whole = byKey(operations(packed));
    Map<String, List<String>> divided = new HashMap<>();
    long warmUp = 0;
    for (int part = 0; part < 3; part++) {
      try (OperationFile file = OperationFile.open(packed, part, 3)) {
        warmUp += file.cursor().warmUp();
      }
      Map<String, List<String>> own = byKey(operations(packed, 3, part));
      assertThat(own).hasSizeGreaterThan(100);
      own.forEach((key, all) -> assertThat(divided.put(key, all)).isNull());
    }
    assertThat(divided).isEqualTo(whole);
    assertThat(warmUp).isEqualTo(2_000);
  }

  private static Map<String, List<String>> byKey(List<String> operations) {
    Map<String, List<String>> keys = new HashMap<>();
    operations.forEach(
        each -> keys.computeIfAbsent(each.split(" ", -1)[1], key -> new ArrayList<>()).add(each));
    return keys;
  }

  @Test
  void badLinesAreNamedOrCounted() throws Exception {
    file("1,a,1,10,1,get,0\n1,b,1,x,1,get,0\n1,c,1,10,1\n1,d,1,10,1,get,0\n");
    assertThatThrownBy(() -> pack("", ReadOptions.STRICT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("invalid value size 'x'");
    Path packed = pack("", ReadOptions.LENIENT);
    assertThat(keys(packed)).containsExactly("a=2", "d=2");
    assertThat(summary(packed).skipped()).isEqualTo(Map.of("lines that cannot be parsed", 2L));
    try (RecordReader records =
        new TraceFormat().open(folder.resolve("trace").toString(), ReadOptions.LENIENT)) {
      assertThat(records.counts().badRecords()).isEqualTo(2);
      assertThat(records.counts().firstBadRecords().get(0)).contains("line 2", "'x'");
    }
  }

  @Test
  void theFirstOperationsCanBeCutOff() throws Exception {
    file(TWITTER);
    assertThat(operations(pack(";operations=2", ReadOptions.STRICT))).hasSize(2);
  }

  @Test
  void aDamagedFileOfOperationsIsPackedAgain() throws Exception {
    Path packed = pack(TWITTER);
    List<String> before = operations(packed);
    Files.writeString(OperationFile.beside(packed), "not operations");
    assertThat(operations(pack("", ReadOptions.STRICT))).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k,v\\n1,2\\n||no column for the|op=NAME",
        "a,key\\n1,2\\n||no column for the op|[a, key]",
        ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\\n||line 1|more than 64 columns",
        "key,op\\nk,flush\\n||no operation that can be replayed|flush=1",
        "key,op\\nk,get\\n|;verb=x|unknown option 'verb=x'|operations, value",
        "key,op\\nk,get\\n|;operations=many|invalid operations 'many'|200k",
        "key,op\\nk,get\\n|;unit=min|invalid unit 'min'|ms",
        "key,op\\nk,get\\n|;format=json|invalid format 'json'|twitter",
        "key,op\\nk,get\\n|;readSizes=maybe|invalid readSizes|yes or no",
        "key,op\\nk,get\\n|;delimiter=::|invalid delimiter '::'|tab, comma",
        "key,op\\nk,get\\n|;get=1;put=2,1|operation '1'|twice",
        "key,v\\nk,1\\n||no column for the op|op=get"
      })
  void whatCannotBeReadIsSaid(String text, String options, String problem, String wayOut)
      throws Exception {
    file(text.replace("\\n", "\n"));
    assertThatThrownBy(() -> pack(options == null ? "" : options, ReadOptions.STRICT))
        .hasMessageContaining(problem)
        .hasMessageContaining(wayOut);
  }
}
