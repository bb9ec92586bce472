package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.conclusion.Upgrade;
import dev.storagebench.analysis.report.ComparisonText;
import dev.storagebench.analysis.report.Document;
import dev.storagebench.analysis.stats.Precision;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code upgrade}: whether an engine's new release loses anything, for a pull request. */
@Command(
    name = "upgrade",
    header = "Compares an engine's new release with the old one; exit code 1 if it lost.",
    exitCodeOnExecutionException = UpgradeCommand.NOT_JUDGED)
final class UpgradeCommand extends ConsoleCommand {
  // A gate must tell a loss from a run that says nothing.
  static final int NOT_JUDGED = 3;

  private static final String SUITE = "upgrade";
  // With the loading of stores less than ten minutes.
  private static final String WITHIN = "9m";
  private static final Pattern RANGE =
      Pattern.compile("([\\w.:-]+)@([^{}]+?)\\.\\.([^{}]+)(\\{.*})?");

  @Parameters(arity = "0..1", paramLabel = "ENGINE@OLD..NEW", descriptionKey = "upgrade.range")
  private @Nullable String range;

  @Option(names = "--candidate", paramLabel = "CANDIDATE", descriptionKey = "upgrade.candidate")
  private List<String> candidates = List.of();

  @Option(names = "--threshold", paramLabel = "SHARE", descriptionKey = "upgrade.threshold")
  private String threshold = "1%";

  @Option(names = "--markdown", paramLabel = "FILE", descriptionKey = "compare.markdown")
  private @Nullable Path markdown;

  @Mixin private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws Exception {
    double accepted = Precision.parse(threshold);
    if (markdown != null && !Files.isDirectory(markdown.toAbsolutePath().getParent())) {
      throw new IllegalArgumentException(
          "--markdown %s: there is no folder %s"
              .formatted(markdown, markdown.toAbsolutePath().getParent()));
    }
    options.place().apply(out());
    List<Candidate> both = both();
    SuitePlan plan = plan(both);
    PlannedRun run = new PlannedRun(shell(), plan, options);
    int exit = run.run();
    String before = both.get(0).label();
    String after = both.get(1).label();
    Upgrade upgrade = Upgrade.of(run.results().read(), plan.info().views(), before, after);
    Document text = ComparisonText.of(upgrade, before, after, threshold);
    out().printf("%n%s", text.text(style()));
    if (markdown != null) {
      Files.writeString(markdown, text.markdown());
    }
    return !upgrade.losses(accepted).isEmpty()
        ? Failures.SOME_FAILED
        : exit != 0 || upgrade.rows().isEmpty() || !upgrade.missing().isEmpty() ? NOT_JUDGED : 0;
  }

  /** The suite with these candidates. */
  SuitePlan plan(List<Candidate> both) throws IOException {
    options.upgrade(SUITE, both, WITHIN);
    return SuitePlan.of(SuiteFiles.read(SUITE), options.overrides(Map.of()));
  }

  /** The old one and the new one. */
  List<Candidate> both() {
    Matcher releases = RANGE.matcher(range == null ? "" : range);
    List<Candidate> both =
        releases.matches()
            ? Stream.of(releases.group(2), releases.group(3))
                .map(each -> named(releases.group(1), each, releases.group(4)))
                .toList()
            : range == null ? candidates.stream().map(Candidate::parse).toList() : List.of();
    if (both.size() != 2 || (range != null && !candidates.isEmpty())) {
      throw new IllegalArgumentException(
          "upgrade needs ENGINE@OLD..NEW, such as rocksdb@10.10.1.1..11.8.1, or --candidate twice, the old one first");
    }
    if (both.get(0).label().equals(both.get(1).label())) {
      throw new IllegalArgumentException(
          "both candidates are named '%s'; name them: --candidate old=… --candidate new=…"
              .formatted(both.get(0).label()));
    }
    return both;
  }

  private static Candidate named(String engine, String release, @Nullable String options) {
    // A pull request names the artifact.
    String name =
        Engines.all().stream()
            .filter(each -> each.artifact().equals(Optional.of(engine)))
            .map(StorageEngine::name)
            .findFirst()
            .orElse(engine);
    if (name.contains(":")) {
      throw new IllegalArgumentException(
          "no engine is the artifact %s; java -jar benchmarks.jar engines lists them"
              .formatted(name));
    }
    String spec = name + "@" + release;
    return Candidate.parse(options == null ? spec : release + "=" + spec + options);
  }
}
