package dev.storagebench.benchmarks.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * File of the JVM's own report if native code crashes a fork; by default that would be in the
 * user's folder.
 */
public final class CrashReport {
  private static final String FRAME = "# Problematic frame:";

  private final Path folder;
  private final String prefix = "hs_err_" + UUID.randomUUID().toString().substring(0, 8);

  public CrashReport(Path folder) {
    this.folder = folder;
  }

  /** The flag that sends it here. */
  public String flag() {
    return "-XX:ErrorFile=" + folder.toAbsolutePath().resolve(prefix + "_%p.log");
  }

  /** The place of the report and the frame in which it happened; empty if there was no crash. */
  public Optional<String> summary() {
    try (DirectoryStream<Path> reports = Files.newDirectoryStream(folder, prefix + "*")) {
      for (Path report : reports) {
        return Optional.of("%sthe JVM's report is %s".formatted(frame(report), report));
      }
    } catch (IOException e) {
      // Without it the exit code says what is known.
    }
    return Optional.empty();
  }

  private static String frame(Path report) throws IOException {
    try (Stream<String> lines = Files.lines(report, StandardCharsets.ISO_8859_1)) {
      return lines
          .dropWhile(line -> !line.startsWith(FRAME))
          .skip(1)
          .findFirst()
          .map(line -> line.replaceFirst("^#\\s*", "in ") + "; ")
          .orElse("");
    }
  }
}
