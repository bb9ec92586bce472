package dev.storagebench.core.text;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Messages of exceptions for people: those of the JDK about files are often a bare path. */
public final class ErrorText {
  private ErrorText() {}

  /** The message of an exception, or what its kind says. */
  public static String of(Throwable failure) {
    if (failure instanceof NoSuchFileException missing) {
      return "there is no file " + missing.getFile();
    }
    if (!(failure instanceof FileSystemException file) || file.getReason() != null) {
      return String.valueOf(failure.getMessage());
    }
    String name = file.getFile();
    if (failure instanceof AccessDeniedException) {
      return "no permission to read or write " + name;
    }
    return failure instanceof FileAlreadyExistsException
        ? name + " exists, as a file or as a link that leads nowhere; name another one"
        : file.getClass().getSimpleName() + ": " + file.getMessage();
  }
}
