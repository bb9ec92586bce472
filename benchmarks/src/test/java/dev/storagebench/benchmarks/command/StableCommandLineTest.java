package dev.storagebench.benchmarks.command;

import dev.storagebench.core.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Commands, their options and the names of what they take. */
class StableCommandLineTest {
  @Test
  void namesAreThoseOfTheFile() throws IOException {
    Recorded.check(
        Path.of("src/test/resources/command-line.txt"), names("", Main.commandLine("suite")));
  }

  private static Stream<String> names(String name, CommandLine command) {
    return Stream.concat(
            Stream.concat(
                Stream.of(name),
                command.getCommandSpec().options().stream()
                    .flatMap(option -> Stream.of(option.names()))
                    .map(option -> name + " " + option)),
            command.getSubcommands().entrySet().stream()
                .flatMap(each -> names(name + " " + each.getKey(), each.getValue())))
        .map(String::strip)
        .filter(each -> !each.isEmpty());
  }
}
