package dev.storagebench.core.result;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;

/**
 * JMH's own result of one fork as JMH itself sends it between JVMs: by Java's serialization. A
 * resumed run needs it for {@code results.json}; only the code that wrote it reads it.
 */
final class ForkFile {
  private static final ObjectInputFilter JMH_ONLY =
      ObjectInputFilter.Config.createFilter(
          "org.openjdk.jmh.**;dev.storagebench.core.**;java.base/*;!*");

  private ForkFile() {}

  /** Writes it to the disk before it returns: the log of cells, which follows, relies on it. */
  static void write(RunResult result, Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(result);
    }
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes.toByteArray());
      while (left.hasRemaining()) {
        out.write(left);
      }
      out.force(true);
    }
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
