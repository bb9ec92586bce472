package dev.storagebench.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLockIT {
  @TempDir private Path folder = Path.of("");
  private Path file = Path.of("");
  private final String before = System.getProperty(MachineLock.FILE_PROPERTY, "");

  /** Another run: says so when it measures, and ends with its input. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException {
      MachineLock lock = MachineLock.take(arguments.length == 0, System.out::println);
      System.out.println("measures");
      int end = System.in.read();
      System.out.println(lock.overlapsOtherRun() ? "beside" : "alone");
      System.exit(end);
    }
  }

  @BeforeEach
  void name() {
    file = folder.resolve("machine.lock");
    System.setProperty(MachineLock.FILE_PROPERTY, file.toString());
  }

  @AfterEach
  void forget() {
    System.setProperty(MachineLock.FILE_PROPERTY, before);
  }

  private Process other(String... arguments) throws IOException {
    return run(Other.class, arguments);
  }

  private Process run(Class<?> program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(
        List.of(
            "-D" + MachineLock.FILE_PROPERTY + "=" + file,
            "-cp",
            System.getProperty("java.class.path"),
            program.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String end(Process other) throws IOException {
    other.getOutputStream().close();
    return other.inputReader().readLine();
  }

  @Test
  void aRunWaitsForAnotherAndSaysWhichAndSinceWhen() throws Exception {
    Process first = other();
    assertThat(first.inputReader().readLine()).isEqualTo("measures");
    Process second = other();
    String waiting = second.inputReader().readLine();
    assertThat(waiting).startsWith("another run is measuring on this machine");
    if (Files.isReadable(Path.of("/proc/locks"))) {
      assertThat(waiting)
          .matches(
              ".*: process %d( of \\S+)?, since \\d\\d:\\d\\d; waiting .*".formatted(first.pid()));
    }
    first.destroyForcibly().waitFor();
    assertThat(second.inputReader().readLine()).isEqualTo("measures");
    assertThat(end(second)).isEqualTo("alone");
  }

  @Test
  void aRunThatDoesNotWaitIsNoticedByBoth() throws Exception {
    List<String> told = new ArrayList<>();
    try (MachineLock own = MachineLock.take(true, told::add)) {
      Process other = other("beside");
      assertThat(other.inputReader().readLine()).isEqualTo("measures");
      while (!own.overlapsOtherRun()) {
        Thread.sleep(10);
      }
      assertThat(end(other)).isEqualTo("beside");
      other.waitFor();
    }
    assertThat(told).isEmpty();
  }

  /** A process of anybody's that locks byte 0 of the file, which is writable for all. */
  static final class Stranger {
    private Stranger() {}

    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
          FileLock held = channel.lock(0, 1, false)) {
        System.out.println(held.isValid());
        System.in.read();
      }
    }
  }

  @Test
  void whoKeepsOthersFromBeginningIsNamedAndDoesNotStopARunThatDoesNotWait() throws Exception {
    Files.createFile(file);
    Process stranger = run(Stranger.class, file.toString());
    assertThat(stranger.inputReader().readLine()).isEqualTo("true");
    Process beside = other("beside");
    assertThat(beside.inputReader().readLine()).isEqualTo("measures");
    beside.destroyForcibly().waitFor();
    Process waiting = other();
    assertThat(waiting.inputReader().readLine()).contains("; waiting for its end, --no-wait");
    stranger.destroyForcibly().waitFor();
    assertThat(waiting.inputReader().readLine()).isEqualTo("measures");
    assertThat(end(waiting)).isEqualTo("alone");
  }

  @Test
  void aLinkIsNotFollowedAndDoesNotStopTheRun() throws Exception {
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Files.createSymbolicLink(file, victim);
    List<String> told = new ArrayList<>();
    try (MachineLock lock = MachineLock.take(true, told::add)) {
      assertThat(lock.overlapsOtherRun()).isFalse();
    }
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("cannot tell whether another run measures")
        .contains(file + " is not a regular file");
    assertThat(victim).hasContent("precious");
  }

  /** Somebody may have made a hard link to a file of root's. */
  @Test
  void afileThatIsThereIsNeitherWrittenNorMadeWritable() throws Exception {
    Files.writeString(file, "precious");
    assumeTrue(
        Files.getFileStore(file).supportsFileAttributeView("posix"), "there are no permissions");
    var permissions = Files.getPosixFilePermissions(file);
    MachineLock.take(true, told -> {}).close();
    assertThat(file).hasContent("precious");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(permissions);
  }
}
