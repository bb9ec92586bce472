package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.catalog.EngineCatalog;
import dev.storagebench.benchmarks.fork.ForkFlags;
import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code engines}: lists the engines and their capabilities. */
@Command(
    name = "engines",
    header = "Lists the engines with version, library, capabilities and settings.")
final class EnginesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

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
    place.apply(spec.commandLine().getErr());
    // Some engines read these when their classes are loaded, as they will in a fork.
    ForkFlags.systemProperties().forEach(System::setProperty);
    PrintWriter out = spec.commandLine().getOut();
    List<Candidate> candidates = Candidate.parseList(String.join(",", named));
    candidates.forEach(Engines::requireNamed);
    boolean list = named.isEmpty() && !form.json && !form.markdown;
    if (named.isEmpty()) {
      candidates = Engines.all().stream().map(engine -> Candidate.of(engine.name())).toList();
    }
    EngineCatalog engines =
        list ? EngineCatalog.listed(candidates) : EngineCatalog.opened(candidates);
    out.print(
        form.json
            ? engines.json()
            : form.markdown ? engines.markdown() : engines.text(AnsiStyle.of(spec.commandLine())));
    return 0;
  }
}
