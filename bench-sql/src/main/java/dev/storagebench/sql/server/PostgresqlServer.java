package dev.storagebench.sql.server;

import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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
  private static final String NOBODY = "65534";

  // With root's access to files, which access(2) respects with this bit only. The signal of
  // ChildProcess is forgotten when the user changes.
  private static final List<String> AS_NOBODY =
      List.of(
          "setpriv",
          "--reuid=" + NOBODY,
          "--regid=" + NOBODY,
          "--clear-groups",
          "--inh-caps=+dac_override",
          "--ambient-caps=+dac_override",
          "--securebits=+no_setuid_fixup",
          "--pdeathsig=KILL");

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
   * The start of each command line. PostgreSQL refuses to run as root, and needs data of its own
   * user.
   */
  private static List<String> asOwner(Path data) throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    Program.require("setpriv");
    Program.require("chown");
    ChildProcess.run("chown", "-R", NOBODY, data.toString());
    return AS_NOBODY;
  }

  /** Bytes are stored and compared as they are: no encoding, the locale C. */
  @Override
  List<String> initialise(Path data, Path temporary) throws IOException {
    return joined(
        Stream.of(
            asOwner(data),
            List.of(
                install.program().resolveSibling("initdb").toString(),
                "--pgdata=" + data,
                "--username=" + USER,
                "--auth=trust",
                "--encoding=SQL_ASCII",
                "--locale=C")));
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
    return new ServerProcess.Launch(joined(Stream.of(asOwner(data), own, options.variables())), "");
  }
}
