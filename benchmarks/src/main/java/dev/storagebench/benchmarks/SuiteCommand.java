package dev.storagebench.benchmarks;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code suite}: published experiments, carried out again; alone it shows its help. */
@Command(
    name = "suite",
    sortOptions = false,
    usageHelpAutoWidth = true,
    header = "Carries out a published experiment again, scaled to this machine.",
    synopsisHeading = "%n",
    commandListHeading = "%nSuites:%n",
    subcommands = {MoviesCommand.class, WikipediaCommand.class, SweepCommand.class})
final class SuiteCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
