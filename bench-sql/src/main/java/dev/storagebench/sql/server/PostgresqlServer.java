package dev.storagebench.sql.server;

import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.function.IOSupplier;

/**
 * A PostgreSQL server. It listens on a Unix socket only, in a folder that nobody else can enter,
 * and asks for no password.
 *
 * @see <a href="https://www.postgresql.org/docs/current/auth-trust.html">Trust authentication</a>
 */
public final class PostgresqlServer extends ServerProgram {
  /** The only account, and the database of the same name. */
  public static final String USER = "postgres";

  private static final String SOCKET = ".s.PGSQL.5432";

  private PostgresqlServer(ServerInstall install, ServerOptions options) {
    super(install, options);
  }

  /**
   * Starts a server and returns once it accepts connections.
   *
   * @param home an existing folder, empty or left by an earlier server
   * @throws dev.storagebench.core.engine.EngineException if it does not start, with the end of its
   *     log; or if another JVM that is alive runs a server there
   */
  public static ServerProcess start(ServerInstall install, Path home, ServerOptions options) {
    return new PostgresqlServer(install, options).start(home, "");
  }

  /**
   * The start of each command line. PostgreSQL refuses to run as root, and needs files of its own
   * user. That has a number of its own, so that no process of another one can signal the server or
   * open its files; it may read all files, since those of the cache are in a folder that only root
   * can enter, and write none but its own. The signal of {@link ChildProcess} is forgotten when the
   * user changes.
   *
   * @see <a href="https://man7.org/linux/man-pages/man7/capabilities.7.html">CAP_DAC_READ_SEARCH,
   *     and SECBIT_NO_SETUID_FIXUP, without which access(2) ignores it</a>
   */
  private static List<String> asOwner(IOSupplier<Long> number, Path... own) throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    Program.require("setpriv");
    Program.require("chown");
    String user = Long.toString(number.get());
    for (Path each : own) {
      Program.output("chown", "-R", user + ":" + user, each.toString());
    }
    return List.of(
        "setpriv",
        "--reuid=" + user,
        "--regid=" + user,
        "--clear-groups",
        "--inh-caps=+dac_read_search",
        "--ambient-caps=+dac_read_search",
        "--securebits=+no_setuid_fixup",
        "--no-new-privs",
        "--pdeathsig=KILL");
  }

  /** Bytes are stored and compared as they are: no encoding, the locale C. */
  @Override
  List<String> initialise(Path data, Path temporary) throws IOException {
    return joined(
        asOwner(UnsharedUser::findNamed, data),
        List.of(
            install.program().resolveSibling("initdb").toString(),
            "--pgdata=" + data,
            "--username=" + USER,
            "--auth=trust",
            "--encoding=SQL_ASCII",
            "--locale=C"));
  }

  @Override
  ServerProcess.Launch launch(Path data, Endpoint endpoint, Path socketFolder) throws IOException {
    Files.createSymbolicLink(
        socketFolder.resolve(ServerProcess.SOCKET), socketFolder.resolve(SOCKET));
    List<String> own =
        List.of(
            install.program().toString(),
            "-D",
            data.toString(),
            "--listen-addresses=",
            "--unix-socket-directories=" + socketFolder);
    return new ServerProcess.Launch(
        joined(asOwner(UnsharedUser::find, data, socketFolder), own, options.variables()), "");
  }
}
