package dev.storagebench.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.noop.NoopEngine;
import dev.storagebench.core.process.Program;
import dev.storagebench.datasets.packed.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceIT {
  @TempDir private Path root;
  private CacheFolder cache;

  @BeforeEach
  void open() {
    cache = new CacheFolder(root);
  }

  /** A process that creates a folder, prints its path and waits for the end of its input. */
  static final class Creator {
    private Creator() {}

    public static void main(String[] arguments) throws IOException {
      CacheFolder cache = new CacheFolder(Path.of(arguments[0]));
      System.out.println(new Workspace(cache).newFolder(new NoopEngine()).path());
      System.exit(System.in.read());
    }
  }

  private Process creator(String... launcher) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // Processes 1 of two namespaces share its file in /tmp, and say so on standard output.
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            Creator.class.getName(),
            root.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void foldersOfDeadProcessesAreRemovedAndThoseOfLivingOnesKept() throws Exception {
    try (OwnedFolder own = new Workspace(cache).newFolder(new NoopEngine())) {
      Process killed = creator();
      Path left = Path.of(killed.inputReader().readLine());
      Files.writeString(left.resolve("file"), "left");
      Path other = Files.createDirectories(cache.work().resolve("somebody-elses"));
      new Workspace(cache).sweep(null);
      assertThat(left).exists();
      killed.destroyForcibly().waitFor();
      new Workspace(cache).sweep(null);
      assertThat(left).doesNotExist();
      assertThat(own.path()).isEmptyDirectory();
      assertThat(other).exists();
    }
    try (var left = Files.list(cache.work())) {
      assertThat(left).hasSize(1);
    }
  }

  /** A plugin's, or that of another version of this program. */
  @Test
  void foldersOfAnEngineThatIsNotHereAreRemovedAsWell() throws IOException {
    Path left = Files.createDirectories(cache.work().resolve("terarkdb-0123456789abcdef"));
    Files.writeString(left.resolve("CURRENT"), "left");
    Path lock = Files.createFile(left.resolveSibling(left.getFileName() + ".lock"));
    new Workspace(cache).sweep(null);
    assertThat(left).doesNotExist();
    assertThat(lock).doesNotExist();
  }

  /** Its process id means nothing here, or another process. */
  @Test
  void foldersOfLivingProcessesInAnotherPidNamespaceAreKept() throws Exception {
    String[] unshare = {"unshare", "-p", "-f", "--mount-proc"};
    assumeTrue(
        Program.succeeds("unshare", "-p", "-f", "--mount-proc", "true"),
        "no PID namespace can be made here");
    Process container = creator(unshare);
    try {
      Path folder = Path.of(container.inputReader().readLine());
      new Workspace(cache).sweep(null);
      assertThat(folder).exists();
      // It sees ours, in turn.
      try (OwnedFolder own = new Workspace(cache).newFolder(new NoopEngine())) {
        Process second = creator(unshare);
        assertThat(second.inputReader().readLine()).isNotEmpty();
        assertThat(own.path()).exists();
        second.getOutputStream().close();
        second.waitFor();
      }
      container.getOutputStream().close();
      container.waitFor();
      new Workspace(cache).sweep(null);
      assertThat(folder).doesNotExist();
    } finally {
      container.descendants().forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void aFolderWhoseLocksOtherProcessesDoNotSeeIsRefused() throws Exception {
    String held = "storagebench.held";
    try {
      new Workspace(cache).sweepAndHoldLock();
      new Workspace(cache).newFolder(new NoopEngine()).close();
      // Such a file system would give a lock that another process holds.
      System.setProperty(held, Files.createFile(root.resolve("not-held")).toString());
      assertThatThrownBy(() -> new Workspace(cache).newFolder(new NoopEngine()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("do not hold between processes")
          .hasMessageContaining("--cache-folder");
    } finally {
      System.clearProperty(held);
    }
  }
}
