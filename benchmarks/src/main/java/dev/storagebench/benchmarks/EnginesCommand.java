package dev.storagebench.benchmarks;

import dev.storagebench.core.catalog.EngineCatalog;
import dev.storagebench.core.run.ForkFlags;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code engines}: which engines there are, and what they can do. */
@Command(
    name = "engines",
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Lists the engines: version, library, what they can do, what they make of settings.",
    synopsisHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class EnginesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Another form than a table. */
  private static final class Form {
    @Option(names = "--json", description = "Prints all of it, settings too, as JSON.")
    private boolean json;

    @Option(names = "--markdown", description = "Prints the page docs/engines.md.")
    private boolean markdown;
  }

  @ArgGroup private Form form = new Form();

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    place.apply(spec.commandLine().getErr());
    // Some engines read these when their classes are loaded, as they will in a fork.
    ForkFlags.systemProperties().forEach(System::setProperty);
    EngineCatalog catalog = EngineCatalog.here();
    PrintWriter out = spec.commandLine().getOut();
    out.print(form.json ? catalog.json() : form.markdown ? catalog.markdown() : catalog.text());
    out.flush();
    return 0;
  }
}
