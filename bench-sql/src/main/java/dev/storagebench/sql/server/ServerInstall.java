package dev.storagebench.sql.server;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.process.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a server on this machine.
 *
 * @param program {@code mysqld}, {@code mariadbd} or {@code postgres}
 * @param base the folder it was installed into ({@code --basedir})
 * @param version as the program prints it, for example {@code 10.11.19-MariaDB-0+deb12u1}
 */
public record ServerInstall(Path program, Path base, Family family, String version) {
  /** The system property that names a server's folder. */
  public static final String FOLDER_PROPERTY = "storagebench.server.dir";

  private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d+)\\.(\\d+)");
  private static final List<String> PROGRAMS = List.of("mariadbd", "mysqld");
  private static final List<String> INSTALL_SCRIPTS =
      List.of(
          "bin/mariadb-install-db",
          "scripts/mariadb-install-db",
          "bin/mysql_install_db",
          "scripts/mysql_install_db");
  private static final List<String> PLUGIN_FOLDERS =
      List.of("lib/plugin", "lib/mysql/plugin", "lib64/mysql/plugin", "lib64/plugin");

  /** The families of servers. */
  public enum Family {
    /** MySQL, and Percona Server. */
    MYSQL,
    /** MariaDB. */
    MARIADB,
    /** PostgreSQL, only as it is downloaded. */
    POSTGRESQL;

    /** The family of a server with this version. */
    public static Family of(String version) {
      return version.contains("MariaDB") ? MARIADB : MYSQL;
    }
  }

  /**
   * The servers in the folder that system property {@value #FOLDER_PROPERTY} names, else those on
   * the path.
   *
   * @throws EngineException if the named folder contains none
   */
  public static List<ServerInstall> onThisMachine() {
    String named = System.getProperty(FOLDER_PROPERTY, "");
    if (named.isEmpty()) {
      return in(Program.folders());
    }
    Path folder = Path.of(named).toAbsolutePath();
    List<ServerInstall> found = in(Stream.of("bin", "sbin", "libexec", "").map(folder::resolve));
    if (found.isEmpty()) {
      throw new EngineException(
          "--server-dir %s contains no %s that runs, neither itself nor in bin, sbin or libexec"
              .formatted(named, String.join(" or ", PROGRAMS)));
    }
    return found;
  }

  private static List<ServerInstall> in(Stream<Path> folders) {
    return folders
        .flatMap(folder -> PROGRAMS.stream().map(name -> folder.resolve(name).normalize()))
        .distinct()
        .filter(program -> Files.isExecutable(program) && Files.isRegularFile(program))
        .flatMap(
            program ->
                ServerCheck.run(program, Family.MYSQL) instanceof Availability.Available found
                    ? Stream.of(
                        new ServerInstall(
                            program,
                            program.resolve("../..").normalize(),
                            Family.of(found.version()),
                            found.version()))
                    : Stream.empty())
        .toList();
  }

  /** The path of a plugin's library, if the server has it. */
  public Optional<Path> plugin(String library) {
    return PLUGIN_FOLDERS.stream()
        .map(folder -> base.resolve(folder).resolve(library))
        .filter(Files::exists)
        .findFirst();
  }

  /** Whether the version is at least this one. */
  public boolean isAtLeast(int major, int minor) {
    Matcher numbers = MAJOR_MINOR.matcher(version);
    return numbers.lookingAt()
        && 1000 * Integer.parseInt(numbers.group(1)) + Integer.parseInt(numbers.group(2))
            >= 1000 * major + minor;
  }

  /** The program of MariaDB that fills an empty data folder. */
  Path installScript() {
    return INSTALL_SCRIPTS.stream()
        .map(base::resolve)
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new EngineException(
                    "%s has no mariadb-install-db in bin or scripts; install MariaDB's complete server package"
                        .formatted(base)));
  }

  /**
   * Whether accounts can log in through a Unix socket without TLS. There caching_sha2_password, the
   * only method that MySQL has enabled since 8.4, sends the password in the clear, which
   * Connector/J does only inside TLS.
   */
  boolean supportsSocketLogin() {
    return family == Family.MARIADB || !isAtLeast(8, 4);
  }
}
