package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.process.Program;
import dev.storagebench.core.process.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Main code, tests and benchmarks start only the programs that {@link Program} and {@link
 * TestPrograms} list.
 */
final class ProgramRuleTest {
  private static final Pattern STARTS =
      Pattern.compile("ProcessBuilder|Program|ChildProcess|[lL]auncher");
  // The first word of a command line, and one before an option.
  private static final List<Pattern> WORDS =
      Stream.of(
              "(?:ProcessBuilder|succeeds|require|output|cluster\\.run)\\(\\s*%s\"",
              "(?:List\\.of\\(|group,|\\{|daemon\\(\\s*\"\\w+\",)\\s*%s\",\\s*\"-", "=\\s*%s -")
          .map(form -> Pattern.compile(form.formatted("\"([a-z][\\w-]*)")))
          .toList();
  private static final Pattern SHELL =
      Pattern.compile("\"-c\",(.*?);\n|String script =(.*?);\n", Pattern.DOTALL);
  private static final Pattern COMMAND =
      Pattern.compile("(?:\"|[;|(]|&&) *(?:(?:do|then|exec) )*([a-z][\\w-]+) ");
  // Words of shells.
  private static final Set<String> BUILT_IN =
      Set.of("command", "do", "echo", "exec", "exit", "for", "kill", "shift", "while");

  @Test
  void eachProgramIsListed() throws IOException {
    Set<String> started = new TreeSet<>();
    for (String root : List.of("main", "test", "jmh")) {
      try (Stream<Path> modules = Files.list(Path.of(".."))) {
        for (Path sources : modules.map(each -> each.resolve("src/" + root + "/java")).toList()) {
          if (Files.isDirectory(sources)) {
            read(sources, started);
          }
        }
      }
    }
    assertThat(started).contains("du", "unshare", "dd", "slurmd", "ssh");
    List<String> listed =
        Stream.of(Program.ofRuns(), TestPrograms.ALL)
            .flatMap(List::stream)
            .flatMap(each -> each.names().stream())
            .toList();
    assertThat(started).as("programs to list in programs.txt or TestPrograms").isSubsetOf(listed);
  }

  private static void read(Path sources, Set<String> started) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String text = Files.readString(file);
        if (STARTS.matcher(text).find()) {
          WORDS.forEach(form -> add(form, text, started));
          SHELL.matcher(text).results().forEach(each -> add(COMMAND, each.group(), started));
        }
      }
    }
  }

  private static void add(Pattern form, String text, Set<String> started) {
    form.matcher(text)
        .results()
        .map(each -> each.group(1))
        .filter(word -> !BUILT_IN.contains(word))
        .forEach(started::add);
  }
}
