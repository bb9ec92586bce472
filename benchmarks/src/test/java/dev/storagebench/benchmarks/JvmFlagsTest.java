package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.benchmarks.fork.ForkFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Benchmarks in the host's own JVM need what forks get: in an IDE, and from the jar. */
class JvmFlagsTest {

  private static List<Path> configurations() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../.run"))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void configurationsOfTheIdeHaveTheFlagsOfForks(Path file) throws IOException {
    String vm =
        Files.readString(file).replaceFirst("(?s).*\"VM_PARAMETERS\" value=\"([^\"]*).*", "$1");
    assertThat(vm.split(" ", -1)).containsAll(ForkFlags.access());
  }

  @Test
  void theJarsManifestOpensWhatForksOpen() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    String opens = pom.replaceFirst("(?s).*<Add-Opens>([^<]*).*", "$1");
    String exports = pom.replaceFirst("(?s).*<Add-Exports>([^<]*).*", "$1");
    assertThat(flags("--add-opens=")).containsExactlyInAnyOrder(opens.split(" ", -1));
    assertThat(flags("--add-exports=")).containsExactlyInAnyOrder(exports.split(" ", -1));
  }

  private static List<String> flags(String prefix) {
    return ForkFlags.access().stream()
        .filter(flag -> flag.startsWith(prefix))
        .map(flag -> flag.substring(prefix.length()).replaceFirst("=.*", ""))
        .toList();
  }
}
