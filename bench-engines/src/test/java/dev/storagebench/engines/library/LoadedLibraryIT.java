package dev.storagebench.engines.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadedLibraryIT {

  /** The C library's view of the environment. */
  public interface Environment {
    String getenv(String name);
  }

  /** Hides some variables and prints what the C library then sees of those it is given. */
  static final class Hiding {
    private Hiding() {}

    public static void main(String[] names) {
      LoadedLibrary.unsetVariables(Pattern.compile("Hidden.*"));
      Environment c =
          LibraryLoader.create(Environment.class)
              .load(Platform.getNativePlatform().getStandardCLibraryName());
      System.out.println(Stream.of(names).map(c::getenv).toList());
    }
  }

  @Test
  void librariesSeeNoVariablesThatAreHidden() throws IOException {
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Hiding.class.getName(),
            "HiddenOne",
            "Hidden_two",
            "Shown");
    java.environment().putAll(Map.of("HiddenOne", "1", "Hidden_two", "2", "Shown", "3"));
    assertThat(java.start().inputReader().readLine()).isEqualTo("[null, null, 3]");
  }

  @ParameterizedTest
  @CsvSource({
    "open, rocksdb_open",
    "iterGetError, rocksdb_iter_get_error",
    "blockBasedOptionsSetBlockCache, rocksdb_block_based_options_set_block_cache",
    "writeoptionsDisableWal, rocksdb_writeoptions_disable_WAL"
  })
  void aJavaMethodIsMappedToTheNameInC(String method, String name) {
    assertThat(LoadedLibrary.functionName("rocksdb", method)).isEqualTo(name);
  }
}
