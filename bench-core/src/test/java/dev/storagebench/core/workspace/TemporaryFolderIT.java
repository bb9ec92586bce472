package dev.storagebench.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.process.Program;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
class TemporaryFolderIT {
  @TempDir private Path place;

  /** A process that begins, prints its folder and waits for the end of its input. */
  static final class Run {
    private Run() {}

    public static void main(String[] arguments) throws IOException {
      TemporaryFolder.begin(new CacheFolder(Path.of(arguments[0])));
      // As JMH and the loaders of native libraries do.
      Files.createFile(TemporaryFolder.create("f").resolve("library.so"));
      System.out.println(TemporaryFolder.path());
      System.exit(System.in.read());
    }
  }

  private Process run(Path temporary) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            Run.class.getName(),
            place.resolve("cache").toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private Path left(String name, boolean marked) throws IOException {
    Path folder = Files.createDirectories(place.resolve(name));
    Files.writeString(folder.resolve("library.so"), "left");
    if (marked) {
      Files.createFile(lockFile(folder));
    }
    return folder;
  }

  private static Path lockFile(Path folder) {
    return folder.resolveSibling(folder.getFileName() + ".lock");
  }

  @Test
  void itIsPrivateAndWhatAKilledRunLeftIsRemovedByTheNext() throws Exception {
    Process killed = run(place);
    Path left = Path.of(killed.inputReader().readLine());
    assertThat(left.getParent()).isEqualTo(place);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(left)))
        .isEqualTo("rwx------");
    Process next = run(place);
    Path living = Path.of(next.inputReader().readLine());
    assertThat(left).exists();
    killed.destroyForcibly().waitFor();
    Process last = run(place);
    assertThat(Path.of(last.inputReader().readLine())).exists();
    assertThat(left).doesNotExist();
    assertThat(living).exists();
    for (Process each : List.of(next, last)) {
      each.getOutputStream().close();
      each.waitFor();
    }
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void itsPathIsShortEnoughForSockets() throws Exception {
    Path deep =
        Files.createDirectories(place.resolve("a-folder-whose-name-is-rather-long/another"));
    Process run = run(deep);
    Path folder = Path.of(run.inputReader().readLine());
    assertThat(folder.startsWith(deep)).isFalse();
    assertThat(folder.toString()).hasSizeLessThanOrEqualTo(58);
    run.getOutputStream().close();
    run.waitFor();
    assertThat(deep).isEmptyDirectory();
  }

  @Test
  void itIsNotWhereNothingCanBeExecuted() throws Exception {
    Path noexec = Path.of("/proc/sys/kernel");
    assumeTrue(Files.isDirectory(noexec), "there is no such file system");
    Path shm = Files.createDirectories(place.resolve("noexec"));
    assumeTrue(
        Program.succeeds("mount", "-t", "tmpfs", "-o", "noexec", "none", shm.toString()),
        "no file system can be mounted here");
    try {
      Process run = run(shm);
      assertThat(run.inputReader().readLine()).doesNotStartWith(shm.toString());
      run.getOutputStream().close();
      run.waitFor();
    } finally {
      Program.succeeds("umount", shm.toString());
    }
  }

  @Test
  void onlyMarkedFoldersOfTheUserAreSweptAndNoLinksFollowed() throws Exception {
    Path precious = left("precious", true);
    Path dead = left("storage-bench-1", true);
    Files.createSymbolicLink(dead.resolve("link"), precious);
    Path unmarked = left("storage-bench-2", false);
    Path link = Files.createSymbolicLink(place.resolve("storage-bench-3"), precious);
    Files.createFile(lockFile(link));
    Path diedBeforeItsFolder = Files.createFile(place.resolve("storage-bench-6.lock"));
    Path markedByLink = left("storage-bench-4", false);
    Files.createSymbolicLink(lockFile(markedByLink), lockFile(precious));
    Path living = left("storage-bench-5", false);
    try (ProcessLock held = ProcessLock.create(lockFile(living))) {
      assertThat(held).isNotNull();
      TemporaryFolder.sweep(place, Files.getOwner(place));
    }
    assertThat(List.of(dead, link, diedBeforeItsFolder)).noneMatch(TemporaryFolderIT::exists);
    assertThat(List.of(unmarked, markedByLink, living)).allMatch(TemporaryFolderIT::exists);
    assertThat(precious.resolve("library.so")).exists();
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  @Test
  void foldersOfOtherUsersAreLeftAlone() throws Exception {
    Path dead = left("storage-bench-1", true);
    String another = Files.getOwner(dead).getName().equals("nobody") ? "root" : "nobody";
    TemporaryFolder.sweep(
        place,
        place.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(another));
    assertThat(dead).exists();
  }
}
