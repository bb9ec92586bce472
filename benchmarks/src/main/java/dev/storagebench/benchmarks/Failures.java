package dev.storagebench.benchmarks;

import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
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
      command.getErr().println(command.getColorScheme().errorText(message(failure)));
      return failure instanceof IOException io ? exitCode(io) : USAGE;
    }
    failure.printStackTrace(command.getErr());
    return SOME_FAILED;
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
      return file.getClass().getSimpleName() + ": " + file.getMessage();
    }
    return String.valueOf(failure.getMessage());
  }
}
