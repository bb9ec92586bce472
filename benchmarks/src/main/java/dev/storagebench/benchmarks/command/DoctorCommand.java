package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.doctor.Diagnosis;
import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.core.workspace.CacheFolder;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code doctor}: what this machine can measure and what would distort it. */
@Command(
    name = "doctor",
    header = "Checks what this machine can measure, what would distort results, and how to fix it.")
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  @Mixin private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    // Downloads are no part of the findings.
    CacheFolder cache = place.apply(spec.commandLine().getErr());
    Diagnosis diagnosis = Diagnosis.here(cache.root());
    CommandLine shell = spec.commandLine();
    shell.getOut().print(json ? diagnosis.json() : diagnosis.text(AnsiStyle.of(shell)));
    return diagnosis.ready() ? 0 : Failures.SOME_FAILED;
  }
}
