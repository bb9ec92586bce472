package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The first sentence of a Javadoc begins with a noun or a verb. */
final class JavadocRuleTest {
  private static final Pattern OTHER_BEGINNING =
      Pattern.compile("/\\*\\*[\\s*]*+(?:What|That|Of|As|Where|The same)\\b[^\n]*");

  @Test
  void javadocBeginsWithANounOrAVerb() throws IOException {
    List<String> others = new ArrayList<>();
    int read = 0;
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path sources : modules.map(each -> each.resolve("src/main/java")).toList()) {
        try (Stream<Path> files = Files.isDirectory(sources) ? Files.walk(sources) : Stream.of()) {
          for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
            read++;
            OTHER_BEGINNING
                .matcher(Files.readString(file))
                .results()
                .forEach(each -> others.add(file.getFileName() + ": " + each.group()));
          }
        }
      }
    }
    assertThat(read).isGreaterThan(200);
    assertThat(others).as("Javadoc that begins with neither a noun nor a verb").isEmpty();
  }
}
