package dev.storagebench.benchmarks.command;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.text.ErrorText;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.text.TextStyle;
import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Exit codes and error messages: one line for errors of users, a stack trace for our own. */
final class Failures {
  static final int SOME_FAILED = 1;
  static final int USAGE = 2;

  private Failures() {}

  /** An {@link picocli.CommandLine.IExecutionExceptionHandler}. */
  static int handle(Exception thrown, CommandLine command, ParseResult parsed) {
    Throwable failure = thrown instanceof UncheckedIOException io ? io.getCause() : thrown;
    if (failure instanceof IllegalArgumentException
        || failure instanceof EngineException
        || failure instanceof IOException) {
      print(command, ErrorText.of(failure) + remedy(failure, command.getParseResult()));
      // A wrong name of a file is wrong usage, a broken disk is not.
      return failure instanceof IOException && !(failure instanceof NoSuchFileException)
          ? command.getCommandSpec().exitCodeOnExecutionException()
          : USAGE;
    }
    failure.printStackTrace(command.getErr());
    return command.getCommandSpec().exitCodeOnExecutionException();
  }

  /** An {@link picocli.CommandLine.IParameterExceptionHandler} that prints no page of help. */
  static int handleUsage(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    CommandSpec spec = command.getCommandSpec();
    print(
        command,
        wrong instanceof UnmatchedArgumentException unmatched
            ? unknown(unmatched.getUnmatched().get(0), spec)
            : "%s; %s lists all options"
                .formatted(wrong.getMessage() + localeRemedy(wrong), allOptions(spec)));
    return USAGE;
  }

  private static String unknown(String word, CommandSpec spec) {
    return word.startsWith("-")
        ? unknownOption(word, spec)
        : spec.subcommands().isEmpty()
            ? "unexpected argument '%s'; see '%s --help'".formatted(word, spec.qualifiedName())
            : NearestName.unknown("command", word, spec.subcommands().keySet()).getMessage();
  }

  /** The message about an option that a command does not have. */
  static String unknownOption(String word, CommandSpec spec) {
    String name = word.replaceFirst("=.*", "");
    return "unknown option '%s'%s; %s lists all options"
        .formatted(
            name,
            NearestName.of(name, spec.optionsMap().keySet())
                .map(each -> "; did you mean " + each + "?")
                .orElse(""),
            allOptions(spec));
  }

  /** The command that shows all options of a command. */
  static String allOptions(CommandSpec spec) {
    String root = spec.root().name();
    return "'%s help%s all'".formatted(root, spec.qualifiedName().substring(root.length()));
  }

  /**
   * An {@link picocli.CommandLine.IExecutionStrategy}: running out of memory means that the input
   * needs more.
   */
  static int execute(ParseResult parsed) {
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (OutOfMemoryError | ExecutionException e) {
      // Picocli wraps an error of a command that is a method.
      Throwable error = e instanceof ExecutionException ? e.getCause() : e;
      if (!(error instanceof OutOfMemoryError)) {
        throw e;
      }
      print(
          parsed.commandSpec().commandLine(),
          "out of memory (%s) with a heap of %,d MiB; a record may have up to %,d MiB, and reading takes a few times that; if the input is valid, raise the heap: java -Xmx2g -jar benchmarks.jar"
              .formatted(
                  error.getMessage(),
                  Runtime.getRuntime().maxMemory() >> 20,
                  RecordReader.MAX_VALUE_BYTES >> 20));
      List<CommandLine> all = parsed.asCommandLineList();
      return all.get(all.size() - 1).getCommandSpec().exitCodeOnExecutionException();
    }
  }

  private static void print(CommandLine command, String message) {
    command
        .getErr()
        .println(command.getColorScheme().errorText(TextStyle.NONE.line(message).stripTrailing()));
  }

  private static String remedy(Throwable failure, ParseResult parsed) {
    if (failure instanceof BadInputException bad
        && bad.isSkippable()
        && parsed.commandSpec().findOption("--skip-bad") != null
        && parsed.commandSpec().findOption("--strict") == null
        && !parsed.hasMatchedOption("--skip-bad")) {
      return "; --skip-bad leaves such records out";
    }
    return failure instanceof FileSystemException file
            && String.valueOf(file.getReason()).contains("No space left")
        ? "; free some space or use another folder"
        : localeRemedy(failure);
  }

  /** The JDK's message, which picocli's has in it. */
  private static String localeRemedy(Throwable failure) {
    return String.valueOf(failure.getMessage()).contains("contains unmappable characters")
        ? "; this locale has no such characters, run it with LC_ALL=C.UTF-8 in the environment"
        : "";
  }
}
