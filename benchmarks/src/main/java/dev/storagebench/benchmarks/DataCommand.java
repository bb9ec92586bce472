package dev.storagebench.benchmarks;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code data}: inspects, packs and generates data sets; alone it shows its help. */
@Command(
    name = "data",
    header = "Inspects, packs and generates data sets.",
    subcommands = {DataInspect.class, DataPack.class, DataGenerate.class},
    footer = {
      "",
      "Examples:",
      "  java -jar benchmarks.jar data inspect movies.txt.gz",
      "  java -jar benchmarks.jar data pack movies.txt.gz movies.records",
      "  java -jar benchmarks.jar data generate --bytes 1g - | head",
      "",
      "Exit codes: 0 done, 1 bad input, 2 usage."
    })
final class DataCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
