package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Sha256;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build of the same sources in another folder gives the same jar and the same SBOM. */
@Tag("nightly")
class ReproducibleBuildIT {
  private static final Path JAR = Path.of(System.getProperty("storagebench.jar"));
  private static final Set<String> NOT_SOURCES = Set.of("target", "runs");

  @Test
  void anotherBuildGivesTheSameBytes(@TempDir Path folder) throws Exception {
    copySources(JAR.getParent(), folder);
    Path log = folder.resolve("build.log");
    ProcessBuilder maven =
        new ProcessBuilder("mvn", "-B", "-q", "package", "-DskipTests")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    assertThat(maven.start().waitFor()).as(() -> "exit code of " + log).isZero();
    for (String file : List.of("benchmarks.jar", "benchmarks.cdx.json")) {
      assertThat(Sha256.of(folder.resolve(file)))
          .as(file)
          .isEqualTo(Sha256.of(JAR.resolveSibling(file)));
    }
  }

  private static void copySources(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path source, BasicFileAttributes attributes)
              throws IOException {
            if (NOT_SOURCES.contains(source.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(source)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path source, BasicFileAttributes attributes)
              throws IOException {
            if (!source.startsWith(JAR) && !source.toString().endsWith(".cdx.json")) {
              Files.copy(source, to.resolve(from.relativize(source)));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
