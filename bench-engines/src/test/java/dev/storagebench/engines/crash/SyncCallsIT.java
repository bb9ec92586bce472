package dev.storagebench.engines.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.process.Program;
import dev.storagebench.engines.TestedCandidates;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts the calls by which engines wait for the disk: one a write with {@code sync}, else few. */
final class SyncCallsIT {
  private static final String CALLS =
      "fsync,fdatasync,msync,sync_file_range,openat,write,pwrite64,writev";

  // Each write to a descriptor that is opened so waits. LMDB opens its file twice.
  private static final Pattern OPENED =
      Pattern.compile("openat\\([^=]*O_D?SYNC[^=]*= (\\d+<[^>]+)>");
  private static final Pattern WRITTEN = Pattern.compile("\\bp?writev?(?:64)?\\((\\d+<[^>]+)>");
  private static final int FEW = SyncWriter.PUTS / 2;

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("dev.storagebench.engines.TestedCandidates#promises")
  void eachWriteWaitsForTheDiskWithSyncAndNoneWithout(Candidate candidate, Durability promise)
      throws Exception {
    long calls = syncsWhilePutting(candidate, promise);
    System.out.printf(
        "%s, durability %s: %d puts, %d calls that wait for the disk%n",
        candidate, promise, SyncWriter.PUTS, calls);
    if (promise == Durability.SYNC) {
      assertThat(calls).isGreaterThanOrEqualTo(SyncWriter.PUTS);
    } else {
      assertThat(calls).isLessThan(FEW);
    }
  }

  /** The calls between the two marks that the writer leaves in the trace. */
  private long syncsWhilePutting(Candidate candidate, Durability promise) throws Exception {
    TestedCandidates.engine(candidate);
    assumeTrue(
        Program.succeeds("strace", "-f", "--seccomp-bpf", "-e", "trace=fsync", "true"),
        "no strace that may trace a process");
    Path trace = folder.resolve("trace.txt");
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            "strace", "-f", "-y", "--seccomp-bpf", "-e", "trace=" + CALLS, "-o", trace.toString()));
    command.addAll(
        KilledWriter.java(
            SyncWriter.class,
            candidate.toString(),
            Files.createDirectory(folder.resolve("store")).toString(),
            promise.name()));
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    boolean ended = process.waitFor(3, TimeUnit.MINUTES);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0).as("%s", Files.readString(out)).isTrue();
    List<String> calls = Files.readAllLines(trace, StandardCharsets.ISO_8859_1);
    Set<String> synced =
        calls.stream()
            .flatMap(line -> OPENED.matcher(line).results())
            .map(open -> open.group(1))
            .collect(Collectors.toSet());
    return calls.stream()
        .dropWhile(line -> !line.contains(SyncWriter.BEGIN))
        .takeWhile(line -> !line.contains(SyncWriter.END))
        .filter(line -> waits(line, synced))
        .count();
  }

  private static boolean waits(String call, Set<String> synced) {
    return call.matches(".*\\b(fsync|fdatasync|msync|sync_file_range)\\(.*")
        || WRITTEN.matcher(call).results().anyMatch(write -> synced.contains(write.group(1)));
  }
}
