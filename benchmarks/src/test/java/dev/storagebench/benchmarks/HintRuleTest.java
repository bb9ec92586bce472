package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Commands and options to paste are quoted by {@link dev.storagebench.core.text.Shell}: their
 * values may be somebody else's.
 */
final class HintRuleTest {
  // A text that ends with an option or a program and its value; words of commands are literals.
  private static final Pattern HINT =
      Pattern.compile(
          "(?:[^\"]--[a-z-]+|gunzip|chmod \\d+|java -jar benchmarks\\.jar)[ =](?:'?%(?:\\d\\$)?s'?\"|\" \\+)(?s:.{0,200})");

  @Test
  void eachHintIsQuoted() throws IOException {
    int hints = 0;
    for (Path file : sources()) {
      for (String each :
          HINT.matcher(Files.readString(file)).results().map(hit -> hit.group()).toList()) {
        hints++;
        assertThat(each).as("in %s", file).contains("Shell.quoted(").doesNotContain("'%s'\"");
      }
    }
    assertThat(hints).isGreaterThan(4);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of(".."))) {
      return all.filter(each -> each.toString().endsWith(".java"))
          .filter(each -> each.toString().contains("src/main"))
          .toList();
    }
  }
}
