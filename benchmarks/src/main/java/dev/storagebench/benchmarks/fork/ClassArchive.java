package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A dynamic archive of the classes that every fork loads, by which it starts in a fraction of the
 * time (application class-data sharing). It belongs to this program's jar and JVM; one that does
 * not fit is ignored by the JVM.
 *
 * @param file the archive, which may not exist yet
 * @param sameJvm matches the names of the archives that this JVM has made for any program
 * @see <a href="https://openjdk.org/jeps/350">JEP 350: Dynamic CDS archives</a>
 */
public record ClassArchive(Path file, String sameJvm) {
  // What the JVM would say of an archive that it cannot use.
  private static final List<String> QUIET =
      List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-Xlog:class+path=off");
  private static final String SUFFIX = ".jsa";

  /** Archive of this program, if it runs from a jar. */
  public static Optional<ClassArchive> ofProgram(CacheFolder cache) throws IOException {
    String jvm = hash(System.getProperty("java.home") + "|" + Runtime.version());
    return ClassPath.OWN
        .fingerprint()
        .map(
            code ->
                new ClassArchive(
                    cache.classes().resolve(jvm + "-" + hash(code) + SUFFIX), jvm + "-*" + SUFFIX));
  }

  private static String hash(String text) {
    return "%08x".formatted(text.hashCode());
  }

  /**
   * The flags of a JVM that uses it; none if there is no archive, the class path does not begin
   * with this program, or the user's flags say something of archives.
   */
  public static List<String> flags(ClassPath path, Collection<String> given) throws IOException {
    String own = ClassPath.OWN.text() + File.pathSeparator;
    if (!(path.text() + File.pathSeparator).startsWith(own)
        || given.stream()
            .anyMatch(flag -> flag.startsWith("-Xshare") || flag.contains("ClassesAtExit"))) {
      return List.of();
    }
    return ofProgram(CacheFolder.current())
        .filter(archive -> Files.exists(archive.file))
        .map(archive -> with("-XX:SharedArchiveFile=" + archive.file))
        .orElse(List.of());
  }

  /** The flags of a JVM whose classes make the archive, when it ends; see {@link #keep}. */
  public List<String> make() throws IOException {
    // What a process left that was killed.
    Files.deleteIfExists(part());
    return with("-XX:ArchiveClassesAtExit=" + part());
  }

  private static List<String> with(String flag) {
    return Stream.concat(QUIET.stream(), Stream.of("-Xshare:auto", flag)).toList();
  }

  private Path part() {
    return file.resolveSibling("new.part");
  }

  /** The right to make it; empty while another process does. */
  public Optional<ProcessLock> lock() throws IOException {
    Files.createDirectories(file.getParent(), CacheFolder.PRIVATE);
    return ProcessLock.tryTake(file.resolveSibling("lock"));
  }

  /** Keeps the archive that a JVM has made and removes those of its earlier versions. */
  public void keep() throws IOException {
    if (!Files.exists(part())) {
      return;
    }
    for (Path other : CacheFolder.entries(file.getParent(), sameJvm)) {
      // A JVM that has mapped it goes on.
      Files.deleteIfExists(other);
    }
    Files.move(part(), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
