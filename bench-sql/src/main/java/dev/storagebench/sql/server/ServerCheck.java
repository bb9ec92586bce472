package dev.storagebench.sql.server;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks whether a server loads, by {@code --version}, which starts none. */
final class ServerCheck {
  private static final Pattern VERSION = Pattern.compile("(?:\\bVer|\\(PostgreSQL\\)) (\\S+)");
  // ld.so(8): "error while loading shared libraries: libaio.so.1: cannot open shared object file"
  private static final Pattern LOADER =
      Pattern.compile("error while loading shared libraries: ([^:\\s]+): ([^\\n]*)");

  private ServerCheck() {}

  static Availability run(Path program, ServerInstall.Family family) {
    try {
      Program.Output output =
          family == ServerInstall.Family.POSTGRESQL
              ? Program.output(program.toString(), "--version")
              : Program.output(program.toString(), "--no-defaults", "--version");
      return parse(program, output.exit(), output.text());
    } catch (IOException e) {
      return new Availability.Unsupported("%s cannot be run: %s".formatted(program, e), "");
    }
  }

  static Availability parse(Path program, int exit, String output) {
    Matcher version = VERSION.matcher(output);
    if (exit == 0 && version.find()) {
      return new Availability.Available(version.group(1), program.toString());
    }
    Matcher missing = LOADER.matcher(output);
    if (missing.find()) {
      String library = missing.group(1);
      return new Availability.Unsupported(
          "%s cannot load %s (%s)"
              .formatted(program.getFileName(), library, missing.group(2).strip()),
          // The loader names only the first missing library; a minimal system lacks both.
          library.equals("libaio.so.1") || library.equals("libnuma.so.1")
              ? "apt-get install libaio1 libnuma1 (where the package is libaio1t64, also link"
                  + " libaio.so.1 to libaio.so.1t64; elsewhere: dnf install libaio numactl-libs)"
              : "install the package that contains " + library);
    }
    return new Availability.Unsupported(
        "%s --version exited with %d: %s".formatted(program, exit, output), "");
  }
}
