package dev.storagebench.sql.server;

import dev.storagebench.core.engine.Availability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out whether a mysqld loads, by asking it for its version. */
final class MysqldCheck {
  private static final Pattern VERSION = Pattern.compile("\\bVer (\\S+)");
  // ld.so(8): "error while loading shared libraries: libaio.so.1: cannot open shared object file"
  private static final Pattern LOADER =
      Pattern.compile("error while loading shared libraries: ([^:\\s]+): ([^\\n]*)");

  private MysqldCheck() {}

  static Availability run(Path mysqld) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(mysqld.toString(), "--no-defaults", "--version")
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return judge(mysqld, process.waitFor(), output);
    } catch (IOException e) {
      return new Availability.Unsupported("%s cannot be run: %s".formatted(mysqld, e), "");
    }
  }

  static Availability judge(Path mysqld, int exit, String output) {
    Matcher version = VERSION.matcher(output);
    if (exit == 0 && version.find()) {
      return new Availability.Available(version.group(1), mysqld.toString());
    }
    Matcher missing = LOADER.matcher(output);
    if (missing.find()) {
      return new Availability.Unsupported(
          "mysqld cannot load %s (%s)".formatted(missing.group(1), missing.group(2).strip()),
          remedy(missing.group(1)));
    }
    return new Availability.Unsupported(
        "%s --version ended with %d: %s".formatted(mysqld, exit, output), "");
  }

  private static String remedy(String library) {
    // The loader names only the first that is missing; a bare system lacks both.
    if (library.equals("libaio.so.1") || library.equals("libnuma.so.1")) {
      return "apt-get install libaio1 libnuma1 (where the package is libaio1t64: and link"
          + " libaio.so.1 to its libaio.so.1t64; elsewhere: dnf install libaio numactl-libs)";
    }
    return library.startsWith("libprotobuf")
            || library.startsWith("libssl")
            || library.startsWith("libcrypto")
        ? "it was not unpacked completely: delete the folder of bin/mysqld"
        : "install the package that holds " + library;
  }
}
