package dev.storagebench.analysis.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A headless Chromium or Chrome, found on the path or named by the environment variable {@code
 * STORAGE_BENCH_BROWSER}.
 *
 * @param program its file
 * @param folder for its profile and output
 */
public record Browser(Path program, Path folder) {

  /** What a page came to: its elements after its scripts ran, and what they told the console. */
  public record Seen(String dom, List<String> console) {}

  /** Skips the test where there is no browser. */
  public static Browser find(Path folder) {
    Optional<Path> program =
        Stream.concat(
                Stream.ofNullable(System.getenv("STORAGE_BENCH_BROWSER")).map(Path::of),
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                    .flatMap(
                        each ->
                            Stream.of("chromium", "chromium-browser", "google-chrome", "chrome")
                                .map(Path.of(each)::resolve)))
            .filter(Files::isExecutable)
            .findFirst();
    Assumptions.assumeTrue(
        program.isPresent(), "no Chromium or Chrome here; STORAGE_BENCH_BROWSER names one");
    return new Browser(program.get(), folder);
  }

  /** Opens a page from disk and waits for its scripts. */
  public Seen open(Path page) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    List<String> log = run(page, dom, "--window-size=1200,2000", "--dump-dom");
    return new Seen(
        Files.readString(dom), log.stream().filter(line -> line.contains("CONSOLE")).toList());
  }

  /**
   * A picture of the top of a page, for people to look at.
   *
   * @param dark whether the system prefers dark pages
   */
  public void picture(Path page, Path file, int width, int height, boolean dark)
      throws IOException, InterruptedException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    run(
        page,
        folder.resolve("out.txt"),
        "--window-size=%d,%d".formatted(width, height),
        "--hide-scrollbars",
        "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
        "--screenshot=" + file.toAbsolutePath());
  }

  /** What the browser told while it showed a page. */
  private List<String> run(Path page, Path out, String... options)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log.txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless",
                // Root has no sandbox; the page is our own.
                "--no-sandbox",
                "--disable-gpu",
                // A page may look into a frame with another one.
                "--allow-file-access-from-files",
                "--user-data-dir=" + folder.resolve("profile"),
                "--enable-logging=stderr",
                "--virtual-time-budget=5000"));
    command.addAll(List.of(options));
    command.add(page.toUri().toString());
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("the browser ended").isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return Files.readAllLines(log);
  }
}
