package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others on the machine can reach of a run, and what is left of one that is killed. */
class StrangersIT {
  private static final String TWO_IN_TURNS =
      "--engines noop,mapdb-hash --workloads read --records 2000 --steady-within 0 --warm-up 0.1 --seconds 30 --rounds 1 --threads 1 --out run";

  @TempDir private Path folder;

  /** A run whose two forks take turns; returns when one of them has warmed up. */
  private Process inTurns() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")), "there is no /proc");
    Path out = folder.resolve("out.txt");
    Process run = new Jar(folder).start(out, TWO_IN_TURNS.split(" "));
    while (forks(run).size() < 2) {
      assertThat(run.isAlive()).as(Files.readString(out)).isTrue();
      Thread.sleep(50);
    }
    return run;
  }

  private static List<ProcessHandle> forks(Process run) {
    return run.descendants()
        .filter(each -> each.info().command().orElse("").equals(ProcessMark.JAVA))
        .toList();
  }

  @Test
  void aRunListensOnNoPort() throws Exception {
    Process run = inTurns();
    try {
      Set<String> listening = listening();
      List<String> found = new ArrayList<>();
      for (ProcessHandle each :
          Stream.concat(Stream.of(run.toHandle()), run.descendants()).toList()) {
        sockets(each).stream().filter(listening::contains).forEach(found::add);
      }
      assertThat(found).isEmpty();
    } finally {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly().waitFor();
    }
  }

  private static Set<String> listening() throws IOException {
    Set<String> inodes = new HashSet<>();
    for (String file : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", file))) {
        List<String> words = List.of(line.strip().split(" +"));
        if (words.get(3).equals("0A")) {
          inodes.add("socket:[" + words.get(9) + "]");
        }
      }
    }
    return inodes;
  }

  private static Set<String> sockets(ProcessHandle process) {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> open =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
      for (Path each : open) {
        names.add(Files.readSymbolicLink(each).toString());
      }
    } catch (IOException gone) {
      // It has ended or closed a file meanwhile.
    }
    return names;
  }

  @Test
  void forksOfAKilledRunEndWhetherTheyAreStoppedOrNot() throws Exception {
    Process run = inTurns();
    List<ProcessHandle> forks = forks(run);
    run.destroyForcibly().waitFor();
    for (ProcessHandle each : forks) {
      each.onExit().get(60, TimeUnit.SECONDS);
    }
  }
}
