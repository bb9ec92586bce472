package dev.storagebench.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.cell.Workloads;
import dev.storagebench.core.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The configurations by which an IDE starts benchmarks. */
class IdeConfigurationsTest {
  private static final Pattern OPTION =
      Pattern.compile("<option name=\"(\\w+)\" value=\"([^\"]*)\"/>");

  private static Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("../.run"))) {
      return all.toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void startTheMainClassWithTheFlagsOfTheBuildAndNameWhatThereIs(Path file) throws IOException {
    Map<String, String> options =
        OPTION
            .matcher(Files.readString(file))
            .results()
            .collect(Collectors.toMap(each -> each.group(1), each -> each.group(2)));
    assertThat(options).containsEntry("MAIN_CLASS_NAME", Main.class.getName());
    Matcher flags =
        Pattern.compile("<test.jvm.args>(.*)</test.jvm.args>")
            .matcher(Files.readString(Path.of("../pom.xml")));
    assertThat(flags.find()).isTrue();
    assertThat(options.getOrDefault("VM_PARAMETERS", "").split(" ", -1))
        .contains(flags.group(1).split(" ", -1));
    List<String> arguments = List.of(options.getOrDefault("PROGRAM_PARAMETERS", "").split(" ", -1));
    if (!arguments.get(0).startsWith("-")) {
      assertThat(Workloads.find(arguments.get(0))).isPresent();
      assertThat(arguments)
          .filteredOn(each -> each.startsWith("engine="))
          .singleElement()
          .satisfies(each -> assertThat(Engines.find(each.substring(7))).isPresent());
    }
  }
}
