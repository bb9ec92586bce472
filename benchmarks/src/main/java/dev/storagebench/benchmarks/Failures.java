package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.RecordReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Tells people what went wrong in a line; a stack trace is for faults of the program only. */
final class Failures implements IExecutionExceptionHandler {
  static final int SOME_FAILED = 1;
  static final int USAGE = 2;

  @Override
  public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
    Throwable failure = thrown instanceof UncheckedIOException io ? io.getCause() : thrown;
    if (failure instanceof IllegalArgumentException
        || failure instanceof EngineException
        || failure instanceof IOException) {
      String told = message(failure) + wayOut(failure, command.getParseResult());
      command.getErr().println(command.getColorScheme().errorText(told));
      return failure instanceof IOException io ? exitCode(io) : USAGE;
    }
    failure.printStackTrace(command.getErr());
    return SOME_FAILED;
  }

  /**
   * Carries out the command; memory that runs out is told as what it is: too little for the input.
   */
  static int executing(ParseResult parsed, IExecutionStrategy strategy) {
    try {
      return strategy.execute(parsed);
    } catch (OutOfMemoryError e) {
      parsed
          .commandSpec()
          .commandLine()
          .getErr()
          .printf(
              "out of memory (%s) with a heap of %,d MiB; a record may have up to %,d MiB, and reading"
                  + " takes a few times the longest: if the file is what it should be, give more,"
                  + " as in java -Xmx2g -jar benchmarks.jar%n",
              e.getMessage(),
              Runtime.getRuntime().maxMemory() >> 20,
              RecordReader.MAX_VALUE_BYTES >> 20);
      return SOME_FAILED;
    }
  }

  /** What can be done about it, where the message itself does not know: the command's options. */
  private static String wayOut(Throwable failure, ParseResult parsed) {
    // What has a line is a record; damage to the input as a whole has none.
    if (failure instanceof BadInputException bad
        && bad.place().line() > 0
        && parsed.commandSpec().findOption("--skip-bad") != null
        && parsed.commandSpec().findOption("--strict") == null
        && !parsed.hasMatchedOption("--skip-bad")) {
      return "; if it is a record that may be missing, --skip-bad leaves it out";
    }
    return failure instanceof FileSystemException file
            && String.valueOf(file.getReason()).contains("No space left")
        ? "; free some, or name another folder"
        : "";
  }

  /** Tells what is wrong with the arguments in a line, instead of before a page of help. */
  static int handleUsage(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    command
        .getErr()
        .println(
            command
                .getColorScheme()
                .errorText(
                    "%s; '%s --help' lists what there is"
                        .formatted(wrong.getMessage(), command.getCommandSpec().qualifiedName())));
    return USAGE;
  }

  /** What the user named wrongly is usage; what broke underneath is not. */
  private static int exitCode(IOException failure) {
    return failure instanceof NoSuchFileException ? USAGE : SOME_FAILED;
  }

  private static String message(Throwable failure) {
    if (failure instanceof NoSuchFileException missing) {
      return "there is no file " + missing.getFile();
    }
    if (failure instanceof FileSystemException file && file.getReason() == null) {
      return failure instanceof AccessDeniedException
          ? "no permission to read or write " + file.getFile()
          : file.getClass().getSimpleName() + ": " + file.getMessage();
    }
    return String.valueOf(failure.getMessage());
  }
}
