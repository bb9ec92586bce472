package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.catalog.EngineCatalog;
import dev.storagebench.benchmarks.catalog.EngineDescription;
import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code engines}: lists the engines and their capabilities. */
@Command(
    name = "engines",
    header = "Lists the engines with version, library, capabilities and settings.")
final class EnginesCommand extends ConsoleCommand {
  @Parameters(paramLabel = "CANDIDATE", descriptionKey = "engines.candidate")
  private List<String> named = List.of();

  /** Another form than a table. */
  private static final class Form {
    @Option(names = "--json", description = "Print the engines and their settings as JSON.")
    private boolean json;

    @Option(names = "--markdown", description = "Print the page docs/engines.md.")
    private boolean markdown;
  }

  @ArgGroup private Form form = new Form();

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    place.apply(shell().getErr());
    // Some engines read these when their classes are loaded, as they will in a fork.
    ForkFlags.systemProperties().forEach(System::setProperty);
    List<Candidate> candidates = Candidate.parseList(String.join(",", named));
    candidates.forEach(Engines::requireNamed);
    boolean list = named.isEmpty() && !form.json && !form.markdown;
    if (named.isEmpty()) {
      candidates = Engines.all().stream().map(engine -> Candidate.of(engine.name())).toList();
    }
    List<EngineDescription> described = new ArrayList<>();
    for (Candidate each : candidates) {
      described.add(list ? EngineDescription.listed(each) : EngineDescription.opened(each));
    }
    EngineCatalog engines = new EngineCatalog(described);
    out()
        .print(
            form.json
                ? engines.json()
                : form.markdown ? engines.markdown() : engines.text(style()));
    return 0;
  }
}
