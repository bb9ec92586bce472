package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.doctor.Diagnosis;
import dev.storagebench.core.workspace.CacheFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code doctor}: what this machine can measure and what would distort it. */
@Command(
    name = "doctor",
    header = "Checks what this machine can measure, what would distort results, and how to fix it.")
final class DoctorCommand extends ConsoleCommand {
  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    // Downloads are no part of the findings.
    CacheFolder cache = place.apply(shell().getErr());
    Diagnosis diagnosis = Diagnosis.here(cache.root());
    out().print(json ? diagnosis.json() : diagnosis.text(style()));
    return diagnosis.ready() ? 0 : Failures.SOME_FAILED;
  }
}
