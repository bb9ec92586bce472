package dev.storagebench.datasets.kv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {
  private static final String BOOKS =
      "id,title,year,body\r\n1,Emma,1815,\"a, \"\"b\"\"\r\nc\"\r\n2,,1817,\u00e4\r\n";

  @TempDir private Path folder;

  private String file(String content) throws IOException {
    return Files.writeString(folder.resolve("books.csv"), content).toString();
  }

  @Test
  void columnsAreChosenByName() throws IOException {
    assertThat(ReadRecords.strict(file(BOOKS) + ";key=id;value=body"))
        .containsExactly("1=a, \"b\"\r\nc", "2=\u00e4");
    assertThat(ReadRecords.strict(file("\ufeff" + BOOKS) + ";key=id;value=title"))
        .containsExactly("1=Emma", "2=");
  }

  @Test
  void columnsAreChosenByNumber() throws IOException {
    String file = file(BOOKS);
    assertThat(ReadRecords.strict(file + ";key=1;value=2"))
        .containsExactly("id=title", "1=Emma", "2=");
    assertThat(ReadRecords.strict(file + ";key=1;value=2;header=yes"))
        .containsExactly("1=Emma", "2=");
    assertThat(ReadRecords.strict(file + ";key=id;value=*"))
        .containsExactly("1=Emma\u00011815\u0001a, \"b\"\r\nc", "2=\u00011817\u0001\u00e4");
  }

  @Test
  void columnsNamedKeyAndValueNeedNoOptions() throws IOException {
    assertThat(ReadRecords.strict(file("n,value,key\n1,a,b\n2,c,d\n")))
        .containsExactly("b=a", "d=c");
  }

  @Test
  void otherDelimitersAndQuotesAreRead() throws IOException {
    assertThat(ReadRecords.strict(file("a 1\nb 2\n") + ";delimiter=space"))
        .containsExactly("a=1", "b=2");
    assertThat(ReadRecords.strict(file("a~'1~2'\n") + ";delimiter=~;quote='"))
        .containsExactly("a=1~2");
    assertThat(ReadRecords.strict(file("a\t\"1\nb\t\"2\" x\n") + ";quote=none"))
        .containsExactly("a=\"1", "b=\"2\" x");
  }

  @Test
  void bytesAreKeptInAnyEncoding() throws IOException {
    Path file =
        Files.write(folder.resolve("latin1"), "\u00e4,\u00ff\nb,\u0085\n".getBytes(ISO_8859_1));
    try (RecordReader reader = new DatasetSpec("kv", file.toString()).open(ReadOptions.STRICT)) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.key()).isEqualTo(ByteBuffer.wrap(new byte[] {(byte) 0xe4}));
      assertThat(reader.value()).isEqualTo(ByteBuffer.wrap(new byte[] {(byte) 0xff}));
      assertThat(reader.next()).isTrue();
      assertThat(reader.value()).isEqualTo(ByteBuffer.wrap(new byte[] {(byte) 0x85}));
      assertThat(reader.next()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "''                 ! line 1, byte 0: which of these 4 columns are key and value? 'id', 'title', 'year', 'body'; name them",
        "key=id             ! which of these 4 columns are key and value?",
        "key=id;value=text  ! line 1, byte 0: no column 'text'; the 4 columns are 'id', 'title', 'year', 'body'",
        "key=1;value=5      ! no column '5'",
        "key=2;value=2      ! which of these 4 columns",
      })
  void columnsThatAreMissingAreListed(String options, String problem) throws IOException {
    String file = file(BOOKS);

    assertThatThrownBy(() -> ReadRecords.strict(options.isEmpty() ? file : file + ";" + options))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void badRecordsHaveTheirPlaceAndCostOnlyThemselves() throws IOException {
    String good = "a,1\n\n\"b\",2\n";
    String file = file(good + "c,\"3\" x,y\nd,4\ne\n,6\n" + "x".repeat(512) + ",7\nf,8\n");

    ReadRecords read = ReadRecords.lenient(file);

    assertThat(read.records()).containsExactly("a=1", "b=2", "d=4", "f=8");
    assertThat(read.counts().badRecords()).isEqualTo(4);
    assertThat(read.counts().firstBadRecords().get(0))
        .contains(
            "books.csv, line 4, byte 11: text between a closing quote and the next delimiter");
    assertThat(read.counts().firstBadRecords().get(1))
        .contains("line 6, byte 25: 1 columns where the first record has 2");
    assertThat(read.counts().firstBadRecords().get(2)).contains("line 7, byte 27: empty key");
    assertThat(read.counts().firstBadRecords().get(3)).contains("line 8", "key longer than 511");
    assertThatThrownBy(() -> ReadRecords.strict(file)).hasMessageContaining("line 4, byte 11");
  }

  @Test
  void aQuoteThatIsNeverClosedEndsTheInput() throws IOException {
    String file = file("a,1\nb,2\nc,\"3\nd,4\n");

    assertThatThrownBy(() -> ReadRecords.lenient(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 3, byte 8: a quoted field is never closed")
        .hasMessageContaining("quote=none");
  }

  @Test
  void longRecordsAreRead() throws IOException {
    String value = "x,,\"\"\n".repeat(50_000);

    assertThat(
            ReadRecords.strict(
                file("a,\"" + value + "\"\nb,2\n") + ";key=1;value=2;delimiter=comma"))
        .containsExactly("a=" + value.replace("\"\"", "\""), "b=2");
  }

  @Test
  void delimitersMayHaveSeveralCharacters() throws IOException {
    String ratings = "1::1193::5::978300760\n1::661::3::978302109\n2::1193::4::978298413\n";
    assertThat(ReadRecords.strict(file(ratings) + ";key=2;value=3"))
        .containsExactly("1193=5", "661=3", "1193=4");
    assertThat(ReadRecords.strict(file("1|||a|b\n2|||\n") + ";delimiter=|||"))
        .containsExactly("1=a|b", "2=");
  }

  @ParameterizedTest
  @CsvSource({
    "'Sales of 2020\nid,name,body\n1,a,b\n2,c,d\n', 1 columns where most records after it have 3, title or a comment",
    "'# made by x\n# on Monday\nid,name\n1,a\n2,b\n3,c\n4,d\n5,e\n6,f\n', 1 columns where, title or a comment",
    "'name,body\n1,a,b\n2,c,d\n3,e,f\n', 2 columns where most records after it have 3, add the names that are missing"
  })
  void theFirstLineIsBlamedWhereItDiffersFromTheOthers(String text, String problem, String advice)
      throws IOException {
    String file = file(text);

    assertThatThrownBy(() -> ReadRecords.lenient(file + ";key=1;value=2"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 1, byte 0: " + problem)
        .hasMessageContaining(advice);
  }

  @Test
  void aLaterLineIsBlamedWhereItDiffers() throws IOException {
    String file = file("id,name\n1,a\n2,b,c\n3,d\n4,e\n");

    assertThatThrownBy(() -> ReadRecords.strict(file + ";key=id;value=name"))
        .hasMessageContaining("line 3, byte 12: 3 columns where the first record has 2");
  }

  @Test
  void linesThatABadRecordTookWithItAreCounted() throws IOException {
    String file = file("id,name\n1,a\n2,\"b\n3,c\n4,d\"e\n5,f\n");

    ReadRecords read = ReadRecords.lenient(file + ";key=id;value=name");

    assertThat(read.records()).containsExactly("1=a", "5=f");
    assertThat(read.counts().badRecords()).isEqualTo(1);
    assertThat(read.counts().notes()).containsEntry("lines left out with bad records", 3L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\t", ",", ";", "|", "::", "~"})
  void aStrayQuoteThatSwallowsRecordsIsNamedWithItsLines(String delimiter) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int line = 1; line <= 3_000; line++) {
      String quote = line == 100 || line == 2_000 ? "\"" : "";
      text.append(line).append(delimiter);
      text.append(line == 100 ? quote : "").append("plain text ").append(line);
      text.append(line == 2_000 ? quote : "").append('\n');
    }
    String file = file(text.toString()) + (delimiter.equals("~") ? ";delimiter=~" : "");

    assertThatThrownBy(() -> ReadRecords.strict(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("line 100, byte")
        .hasMessageContaining(
            "goes on to line 2,000, and each of its lines has the usual 2 columns")
        .hasMessageContaining(";quote=none");
    ReadRecords read = ReadRecords.lenient(file);
    assertThat(read.records()).hasSize(1_099);
    assertThat(read.counts().badRecords()).isEqualTo(1);
    assertThat(read.counts().notes()).containsEntry("lines left out with bad records", 1_901L);
    assertThat(ReadRecords.strict(file + ";quote=none")).hasSize(3_000);
    assertThat(ReadRecords.strict(file + ";quote=\"")).hasSize(1_100);
  }

  @Test
  void aFewLinesThatLookLikeRecordsAreNoted() throws IOException {
    ReadRecords read = ReadRecords.strictly(file("1,\"a\n2,b\"\n3,\"c\n\nd\"\n4,\"e\n5,f\"\n"));

    assertThat(read.records()).hasSize(3);
    assertThat(read.counts().notes())
        .hasEntrySatisfying(
            new Condition<>(
                note -> note.contains("line 1: a quoted value goes on to line 2"), "its lines"),
            new Condition<>(count -> count == 2, "both"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "'product_id,description\n1,a\n' !                  ! 2 ! first line 'product_id', 'description' is taken for a record; if it names the columns, add ;header=yes",
        "'id,body\n1,a\n'                ! ;key=1;value=2   ! 2 ! a record; if it names the columns, add ;header=yes",
        "'0,1,2\n7,a,b\n8,c,d\n'        ! ;key=0;value=2   ! 2 ! first line '0', '1', '2' is taken for the names of the columns; if it is a record, add ;header=no",
        "'0,1,2\n7,a,b\n8,c,d\n'        ! ;key=1;value=2   ! 2 ! the names of the columns",
        "'0,1\n7,a\n8,c\n'              ! ;key=0;value=1   ! 2 ! the names of the columns",
      })
  void theGuessOfTheFirstLineIsSaid(String text, String options, int records, String guess)
      throws IOException {
    String file = file(text.replace("\\n", "\n")) + (options == null ? "" : options);

    ReadRecords read = ReadRecords.strictly(file);

    assertThat(read.records()).hasSize(records);
    assertThat(read.counts().notes().keySet()).singleElement().asString().contains(guess);
  }

  @Test
  void whatIsNoGuessIsNotSaid() throws IOException {
    for (String given :
        List.of(
            "id,body\n1,a\n|;key=id;value=body",
            "id,body\n1,a\n|;header=no",
            "1,2\n2,3\n|",
            "0,1\n1,2\n|;key=1;value=2",
            "0,1,2\n1,2,3\n|;key=1;value=2;header=no")) {
      String[] parts = given.split("[|]", -1);
      assertThat(ReadRecords.strictly(file(parts[0]) + parts[1]).counts().notes())
          .as(given)
          .isEmpty();
    }
    assertThat(ReadRecords.strict(file("0,1,2\na,b,c\n") + ";key=1;value=2"))
        .containsExactly("b=c");
    assertThat(ReadRecords.strict(file("0,1,2\na,b,c\n") + ";key=1;value=2;header=no"))
        .containsExactly("0=1", "a=b");
  }

  @Test
  void anEscapeIsReadAsMysqlWritesIt() throws IOException {
    String quoted = file("1,\"a \\\"b\\\", c\\\\\"\n2,\"line\\\ntwo\"\n3,\\N\n");
    ReadRecords read = ReadRecords.strictly(quoted + ";escape=\\");
    assertThat(read.records()).containsExactly("1=a \"b\", c\\", "2=line\ntwo", "3=");
    assertThat(read.counts().notes()).containsOnly(Map.entry("null values", 1L));
    assertThat(ReadRecords.strict(file("1\ta\\\tb \"c\n2\tx\\\ny\n") + ";quote=none;escape=\\"))
        .containsExactly("1=a\tb \"c", "2=x\ny");
    assertThatThrownBy(() -> ReadRecords.strict(quoted + ";escape=ab"))
        .hasMessageContaining("invalid escape 'ab': expected one ASCII character");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "'1,\"a \\\"b\\\" c\"\n2,\"x\\\" y\"\n3,\"z\\\"\"\n' ! add ;escape=\\ ! delimiter=",
        "'1,\"a\" b\n2,\"c\" d\n3,\"e\" f\n'                ! add ;quote=none ! delimiter=",
        "'one\ntwo\nthree\n'                               ! add ;delimiter= ! quote",
        "'a\0b\u0001c\n'                                   ! bytes of 0 ! delimiter=",
      })
  void adviceIsOnWhatIsInDoubt(String text, String advice, String not) throws IOException {
    String file = file(text.replace("\\n", "\n"));

    assertThatThrownBy(() -> ReadRecords.strict(file))
        .hasMessageContaining(advice)
        .hasMessageNotContaining(not);
  }

  @Test
  void utf16IsRefusedWithTheCommand() throws IOException {
    for (Charset each : List.of(UTF_16, UTF_16LE, UTF_16BE)) {
      Path file = Files.write(folder.resolve("utf16"), "key,value\n1,abc\n".getBytes(each));
      assertThatThrownBy(() -> ReadRecords.strict(file + ";delimiter=comma;key=1;value=2"))
          .hasMessageContaining("iconv -f UTF-16 -t UTF-8");
    }
  }

  @Test
  void manyEqualKeysAskForTheKey() throws IOException {
    String byName = file("genus,id,name\nAa,1,x\nAa,2,y\n") + ";key=genus;value=*";
    assertThat(new KeyValueFormat().keyWarning(byName, 4, 2).orElseThrow())
        .contains("2 of 4 records", "is 'genus' the key?", ";key=");
    assertThat(new KeyValueFormat().keyWarning(byName, 4, 0)).isEmpty();
  }
}
