package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.terminal.AnsiStyle;
import dev.storagebench.core.text.TextStyle;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command, which prints where its command line says. */
abstract class ConsoleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  final CommandLine shell() {
    return spec.commandLine();
  }

  final PrintWriter out() {
    return shell().getOut();
  }

  final TextStyle style() {
    return AnsiStyle.of(shell());
  }
}
