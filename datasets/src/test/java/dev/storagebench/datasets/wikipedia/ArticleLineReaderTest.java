package dev.storagebench.datasets.wikipedia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArticleLineReaderTest {

  @Test
  void readsAnArticleALineAndReplacesItsEscapes() throws IOException {
    List<String> lines =
        List.of(
            "'A'\t'#REDIRECT [[B]]\\n\\n{{R}}'",
            "'It\\'s \\\\n'\t'tab\\tquote\\\"zero\\0cr\\r'\r",
            "",
            "'Caf\u00e9'\t'''bold'' it's'");
    assertThat(ReadPages.all(String.join("\n", lines)))
        .containsExactly(
            "A=#REDIRECT [[B]]\n\n{{R}}",
            "It's \\n=tab\tquote\"zero\0cr\r",
            "Caf\u00e9=''bold'' it's");
  }

  @Test
  void keepsEmptyTextsAndNotesThem() throws IOException {
    try (RecordReader reader = ReadPages.open("'A'\t''\n", ReadOptions.STRICT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("A=");
      assertThat(reader.counts().notes()).containsEntry("empty texts", 1L);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"no quotes", "'A' 'space'", "'A'\t", "'A'\t'", "''\t'no title'", "'A'\t'open\\'"})
  void skipsABadLineAndGoesOnWithTheNext(String bad) throws IOException {
    String text = "'A'\t'1'\n" + bad + "\n'B'\t'2'\n";
    try (RecordReader reader = ReadPages.open(text, ReadOptions.LENIENT)) {
      assertThat(ReadPages.rest(reader)).containsExactly("A=1", "B=2");
      assertThat(reader.counts().badRecords()).isEqualTo(1);
    }
    try (RecordReader reader = ReadPages.open(text, ReadOptions.STRICT)) {
      assertThat(reader.next()).isTrue();
      assertThatThrownBy(reader::next)
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith("dump.xml, line 2, byte 8: ");
    }
  }
}
