package dev.storagebench.datasets.convert;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;

/** A stream whose failures say where it leads: the system's own, "Broken pipe", does not. */
final class NamedOutput extends FilterOutputStream {
  private final String name;

  NamedOutput(OutputStream out, String name) {
    super(out);
    this.name = name;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      FileSystemException named =
          new FileSystemException(name, null, String.valueOf(e.getMessage()));
      named.initCause(e);
      throw named;
    }
  }
}
