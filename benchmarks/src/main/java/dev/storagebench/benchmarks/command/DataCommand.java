package dev.storagebench.benchmarks.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code data}: inspects and packs data sets; alone it shows its help. */
@Command(
    name = "data",
    header = "Inspects and packs data sets.",
    subcommands = {DataInspect.class, DataPack.class})
final class DataCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
