package dev.storagebench.core.catalog;

import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.run.ForkFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Looks at one engine in a JVM of its own: a library that the user names may not get on with
 * another one in the same process, or may crash it.
 */
final class SheetProcess {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private SheetProcess() {}

  /** Takes the engine's name and the file that gets its sheet. */
  public static void main(String[] arguments) {
    JSON.writeValue(Path.of(arguments[1]), EngineSheet.of(Engines.named(arguments[0])));
  }

  static EngineSheet of(StorageEngine engine) {
    try {
      Path file = Files.createTempFile("storage-bench-", ".json");
      try {
        int exit = start(engine, file).waitFor();
        return Files.size(file) > 0
            ? JSON.readValue(file, EngineSheet.class)
            : EngineSheet.missing(engine, "looking at it ended the JVM with exit code " + exit);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException | JacksonException e) {
      return EngineSheet.missing(engine, "cannot look at it: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return EngineSheet.missing(engine, "interrupted");
    }
  }

  private static Process start(StorageEngine engine, Path file) throws IOException {
    List<String> arguments = List.of(engine.name(), file.toString());
    return new ProcessBuilder(ForkFlags.command(ForkFlags.access(), SheetProcess.class, arguments))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
