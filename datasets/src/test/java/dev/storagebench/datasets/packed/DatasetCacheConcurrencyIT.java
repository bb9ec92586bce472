package dev.storagebench.datasets.packed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetCacheConcurrencyIT {
  private static final AtomicBoolean PACKED = new AtomicBoolean();

  @TempDir Path folder;
  private Path input;

  @BeforeEach
  void writeInput() throws IOException {
    input = folder.resolve("lines.txt");
    Files.writeString(
        input,
        IntStream.range(0, 200_000)
            .mapToObj(i -> "key" + i % 150_000 + "=value " + i)
            .collect(Collectors.joining("\n")));
  }

  private static Path obtain(Path input, Path cacheFolder) throws IOException {
    return new DatasetCache(cacheFolder)
        .obtain(
            new DatasetSpec("lines", input.toString()),
            ReadOptions.STRICT,
            (records, bytes) -> PACKED.set(true));
  }

  @Test
  void oneOfSeveralThreadsPacksAndTheOthersUseItsFile() throws Exception {
    AtomicInteger packed = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Path>> futures = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        AtomicBoolean first = new AtomicBoolean(true);
        futures.add(
            threads.submit(
                () ->
                    new DatasetCache(folder.resolve("cache"))
                        .obtain(
                            new DatasetSpec("lines", input.toString()),
                            ReadOptions.STRICT,
                            (records, bytes) -> packed.addAndGet(first.getAndSet(false) ? 1 : 0))));
      }
      for (Future<Path> future : futures) {
        assertThat(records(future.get())).isEqualTo(150_000);
      }
      assertThat(packed).hasValue(1);
    } finally {
      threads.shutdown();
    }
  }

  private static long records(Path file) throws IOException {
    try (PackedFile packed = PackedFile.open(file)) {
      return packed.summary().records();
    }
  }

  @Test
  void oneOfSeveralProcessesPacksAndTheOthersUseItsFile() throws Exception {
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        processes.add(
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    DatasetCacheConcurrencyIT.class.getName(),
                    input.toString(),
                    folder.resolve("cache").toString(),
                    folder.resolve("answer" + i).toString())
                .inheritIO()
                .start());
      }
      for (Process process : processes) {
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }

    assertThat(List.of(answer(0), answer(1)))
        .containsExactlyInAnyOrder("packed 150000", "cached 150000");
    assertThat(TestRecord.unpack(obtain(input, folder.resolve("cache")))).hasSize(150_000);
  }

  private String answer(int process) throws IOException {
    return Files.readString(folder.resolve("answer" + process));
  }

  /** Obtains once in a process of its own: input, cache folder, file for the answer. */
  public static void main(String[] arguments) throws IOException {
    long records = records(obtain(Path.of(arguments[0]), Path.of(arguments[1])));
    Files.writeString(Path.of(arguments[2]), (PACKED.get() ? "packed " : "cached ") + records);
  }
}
