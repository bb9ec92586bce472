package dev.storagebench.core.result;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;

/**
 * JMH's own result of one fork as JMH itself sends it between JVMs: by Java's serialization. A run
 * that goes on needs it for {@code results.json}; it is read by the very code that wrote it, or not
 * at all.
 */
final class ForkFile {
  private static final ObjectInputFilter JMH_ONLY =
      ObjectInputFilter.Config.createFilter(
          "org.openjdk.jmh.**;dev.storagebench.core.**;java.base/*;!*");

  private ForkFile() {}

  static void write(RunResult result, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(part))) {
      out.writeObject(result);
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Null if it is not there or not whole: the log has the figures in any case. */
  static @Nullable RunResult read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      in.setObjectInputFilter(JMH_ONLY);
      return (RunResult) in.readObject();
    } catch (ClassNotFoundException | ObjectStreamException | EOFException e) {
      return null;
    }
  }
}
