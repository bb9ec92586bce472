package dev.storagebench.datasets.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.detect.DataInput;
import dev.storagebench.datasets.packed.Duplicates;
import dev.storagebench.datasets.packed.PackingProgress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnwritableRecordTest {
  @TempDir private Path folder;

  private static final Sample GOOD = Sample.review(1, "good");

  static Stream<Arguments> unwritable() {
    return Stream.of(
        Arguments.of("out.jsonl", Sample.review(2, "caf\u00e9!"), "\\xe9, is not UTF-8"),
        Arguments.of("out.articles", Sample.review(2, "caf\u00e9!"), "\\xe9, is not UTF-8"),
        Arguments.of("out.articles", new Sample("B2 \u00ff", "x"), "of the key"),
        Arguments.of("out.snap", Sample.review(2, "ends with LF\n"), "empty line"),
        Arguments.of("out.snap", Sample.review(2, "a paragraph\n\nanother"), "empty line"),
        Arguments.of("out.snap", Sample.review(2, "x\nreview/text: y"), "looks like a field"),
        Arguments.of("out.snap", new Sample("B2 A2", "one\u0001two"), "has 2 fields"),
        Arguments.of("out.jsonl", new Sample("B2 A2", "one"), "has 1 fields"),
        Arguments.of("out.snap", new Sample("Title", "text"), "not a product, a space and a user"),
        Arguments.of("out.jsonl", new Sample("B ", "text"), "not a product, a space and a user"));
  }

  @ParameterizedTest
  @MethodSource("unwritable")
  void theErrorNamesRecordKeyAndReasonAndNothingIsLeft(String name, Sample bad, String reason)
      throws IOException {
    Path packed = Sample.pack(folder.resolve("in.records"), List.of(GOOD, bad));
    assertThatThrownBy(() -> Sample.convert(packed, folder.resolve(name)))
        .isInstanceOf(UnwritableRecordException.class)
        .hasMessageContaining("in.records, record 2, key '" + bad.key().charAt(0))
        .hasMessageContaining(reason);
    assertThat(files()).containsExactly("in.records");
  }

  @Test
  void aFirstLineThatEndsWithCrWouldChangeTheWholeSnapFile() throws IOException {
    Path packed =
        Sample.pack(folder.resolve("in.records"), List.of(new Sample("B\r A", GOOD.value()), GOOD));
    assertThatThrownBy(() -> Sample.convert(packed, folder.resolve("out.snap")))
        .isInstanceOf(UnwritableRecordException.class)
        .hasMessageContaining("CR LF");
  }

  @Test
  void aFolderThatTakesNoFilesIsToldByTheNameThatWasAskedFor() throws IOException {
    Path noFiles = Path.of("/proc");
    assumeTrue(Files.isDirectory(noFiles), "there is no /proc");
    Path packed = Sample.pack(folder.resolve("in.records"), List.of(GOOD));
    for (String name : List.of("out.snap", "out.records")) {
      assertThatThrownBy(() -> Sample.convert(packed, noFiles.resolve(name)))
          .isInstanceOf(FileSystemException.class)
          .hasMessageStartingWith("/proc/" + name + ": cannot be written");
    }
  }

  @Test
  void aFullDiskIsToldWithWhereItIsFull() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "there is no /dev/full");
    Path packed = Sample.pack(folder.resolve("in.records"), List.of(GOOD));
    try (DataInput input = DataInput.open(packed.toString(), ReadOptions.STRICT);
        OutputStream out = Files.newOutputStream(full)) {
      Conversion conversion = new Conversion(input, PackingProgress.NONE);
      assertThatThrownBy(() -> conversion.write(OutputForm.SNAP, out))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("standard output: No space left");
    }
  }

  @Test
  void aFileThatIsThereStaysUnlessItIsToBeReplaced() throws IOException {
    Path packed = Sample.pack(folder.resolve("in.records"), List.of(GOOD));
    Path out = Files.writeString(folder.resolve("out.snap"), "mine");
    assertThatThrownBy(() -> Sample.convert(packed, out))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--force");
    assertThat(out).hasContent("mine");
    Sample.convert(packed, out, Duplicates.LAST_WINS, true);
    assertThat(Sample.read(out)).containsExactly(GOOD);
    assertThat(files()).containsExactlyInAnyOrder("in.records", "out.snap");
  }

  @Test
  void aFailureLeavesAFileThatIsThereAsItWas() throws IOException {
    Path lines = Files.writeString(folder.resolve("in.articles"), "'a'\t'1'\nbroken\n");
    Path out = Files.writeString(folder.resolve("out.records"), "mine");
    assertThatThrownBy(() -> Sample.convert(lines, out, Duplicates.LAST_WINS, true))
        .hasMessageContaining("line 2");
    assertThat(out).hasContent("mine");
    assertThat(files()).containsExactlyInAnyOrder("in.articles", "out.records");
  }

  @Test
  void aLinkIsFollowed() throws IOException {
    Path packed = Sample.pack(folder.resolve("in.records"), List.of(GOOD));
    Path real = Files.writeString(folder.resolve("real.snap"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.snap"), real);
    Sample.convert(packed, link, Duplicates.LAST_WINS, true);
    assertThat(link).isSymbolicLink();
    assertThat(Sample.read(real)).containsExactly(GOOD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-folder/out.snap", "folder.snap"})
  void whatCannotBeAFileIsRefused(String name) throws IOException {
    Files.createDirectory(folder.resolve("folder.snap"));
    Path packed = Sample.pack(folder.resolve("in.records"), List.of(GOOD));
    assertThatThrownBy(
            () -> Sample.convert(packed, folder.resolve(name), Duplicates.LAST_WINS, true))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesTellTheForm() {
    assertThat(OutputForm.ofName("a/b.RECORDS")).contains(OutputForm.RECORDS);
    assertThat(OutputForm.ofName("x.snap.txt.gz")).contains(OutputForm.SNAP);
    assertThat(OutputForm.ofName("x.json")).contains(OutputForm.JSONL);
    assertThat(OutputForm.ofName("x.tsv")).contains(OutputForm.ARTICLES);
    assertThat(OutputForm.ofName("x.txt")).isEmpty();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }
}
