package dev.storagebench.sql.server;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server's program as it lies on this machine.
 *
 * @param program {@code mysqld} or {@code mariadbd}
 * @param base the folder that it was installed into, which it finds its other files by
 * @param family who made it
 * @param version its own words, for example {@code 10.11.19-MariaDB-0+deb12u1}
 */
public record ServerInstall(Path program, Path base, Family family, String version) {
  /** The system property that names a server's folder. */
  public static final String FOLDER_PROPERTY = "storagebench.server.dir";

  private static final List<String> PROGRAMS = List.of("mariadbd", "mysqld");
  private static final List<String> BELOW = List.of("bin", "sbin", "libexec", "");
  private static final List<String> PLUGINS =
      List.of("lib/plugin", "lib/mysql/plugin", "lib64/mysql/plugin", "lib64/plugin");

  /** Who made a server. */
  public enum Family {
    /** MySQL, and Percona Server. */
    MYSQL,
    /** MariaDB. */
    MARIADB;

    /** The family that a version's text tells. */
    public static Family of(String version) {
      return version.contains("MariaDB") ? MARIADB : MYSQL;
    }
  }

  /** The server that {@link MysqlDistribution} has unpacked. */
  public static ServerInstall ofDistribution(Path base) {
    return new ServerInstall(base.resolve("bin/mysqld"), base, Family.MYSQL, MysqlBuild.VERSION);
  }

  /**
   * The servers that system property {@value #FOLDER_PROPERTY} names, else those on the path.
   *
   * @throws EngineException if the named folder has none
   */
  public static List<ServerInstall> onThisMachine() {
    String named = System.getProperty(FOLDER_PROPERTY, "");
    if (named.isEmpty()) {
      return onPath(System.getenv());
    }
    List<ServerInstall> found = in(Path.of(named).toAbsolutePath(), BELOW);
    if (found.isEmpty()) {
      throw new EngineException(
          "-D%s=%s: neither %s is below it, in bin, sbin or libexec, and runs"
              .formatted(FOLDER_PROPERTY, named, String.join(" nor ", PROGRAMS)));
    }
    return found;
  }

  private static List<ServerInstall> onPath(Map<String, String> environment) {
    List<ServerInstall> all = new ArrayList<>();
    String path = environment.getOrDefault("PATH", "");
    Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin"))
        .filter(folder -> folder.startsWith("/"))
        .distinct()
        .forEach(folder -> all.addAll(in(Path.of(folder), List.of(""))));
    return all;
  }

  private static List<ServerInstall> in(Path folder, List<String> below) {
    List<ServerInstall> all = new ArrayList<>();
    for (String sub : below) {
      for (String name : PROGRAMS) {
        Path program = folder.resolve(sub).resolve(name).normalize();
        if (Files.isExecutable(program) && Files.isRegularFile(program)) {
          look(program).filter(found -> !all.contains(found)).ifPresent(all::add);
        }
      }
    }
    return all;
  }

  private static Optional<ServerInstall> look(Path program) {
    try {
      if (MysqldCheck.run(program) instanceof Availability.Available found) {
        Path parent = program.getParent();
        Path base = parent == null ? program : parent.getParent();
        return Optional.of(
            new ServerInstall(
                program,
                base == null ? program : base,
                Family.of(found.version()),
                found.version()));
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Where a plugin's library lies; empty if the server has not got it. */
  public Optional<Path> plugin(String library) {
    return PLUGINS.stream()
        .map(folder -> base.resolve(folder).resolve(library))
        .filter(Files::exists)
        .findFirst();
  }

  /** The first number of the version. */
  public int major() {
    String digits = version.replaceAll("\\D.*", "");
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  /** Whether codecs of InnoDB's pages beside zlib are plugins: MariaDB from 10.7 on. */
  public boolean hasProviders() {
    Matcher numbers = MAJOR_MINOR.matcher(version);
    return family == Family.MARIADB
        && numbers.lookingAt()
        && (major() > FIRST_PROVIDERS_MAJOR
            || (major() == FIRST_PROVIDERS_MAJOR
                && Integer.parseInt(numbers.group(2)) >= FIRST_PROVIDERS_MINOR));
  }

  /** The command that fills an empty data folder. */
  List<String> initialise(Path data) {
    if (family == Family.MYSQL) {
      return List.of("--initialize-insecure");
    }
    for (String name :
        List.of(
            "bin/mariadb-install-db",
            "scripts/mariadb-install-db",
            "bin/mysql_install_db",
            "scripts/mysql_install_db")) {
      if (Files.isExecutable(base.resolve(name))) {
        return List.of(
            base.resolve(name).toString(),
            "--no-defaults",
            "--basedir=" + base,
            "--datadir=" + data,
            "--auth-root-authentication-method=normal",
            "--skip-test-db");
      }
    }
    throw new EngineException(
        "%s has no mariadb-install-db in bin or scripts; install MariaDB's server package completely"
            .formatted(base));
  }

  /** The statement that gives the only account its password. */
  String setPassword(String user, String password) {
    // On a Unix socket caching_sha2_password wants the password in the clear, which Connector/J
    // sends only inside TLS; MySQL 9 has nothing else, and is reached by TCP.
    String how =
        family == Family.MYSQL && major() < LAST_NATIVE ? "WITH mysql_native_password BY" : "BY";
    return "ALTER USER '%s'@'localhost' IDENTIFIED %s '%s';\n".formatted(user, how, password);
  }

  /** Whether accounts can log in through a Unix socket. */
  boolean hasNativePassword() {
    return family == Family.MARIADB || major() < LAST_NATIVE;
  }

  private static final int LAST_NATIVE = 9;
  private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d+)\\.(\\d+)");
  private static final int FIRST_PROVIDERS_MAJOR = 10;
  private static final int FIRST_PROVIDERS_MINOR = 7;
}
