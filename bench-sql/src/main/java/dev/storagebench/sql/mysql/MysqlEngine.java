package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.sql.server.MysqlDistribution;
import dev.storagebench.sql.server.ServerInstall;
import dev.storagebench.sql.server.ServerInstall.Family;
import java.util.Optional;
import java.util.Set;

/**
 * MySQL's InnoDB: in the MySQL 8.0 that is fetched, or in one that {@code --server-dir} names or,
 * on a machine for which there is none to fetch, that is on the path.
 */
public final class MysqlEngine extends MysqlFamilyEngine {
  /** For {@link java.util.ServiceLoader}. */
  public MysqlEngine() {
    this(Set.of(Compression.NONE));
  }

  private MysqlEngine(Set<Compression> compressions) {
    super("mysql", new InnoDb(), compressions);
  }

  private static Optional<ServerInstall> named() {
    boolean given = !System.getProperty(ServerInstall.FOLDER_PROPERTY, "").isEmpty();
    boolean published = MysqlDistribution.ofUser().state() != MysqlDistribution.State.UNPUBLISHED;
    return given || !published
        ? ServerInstall.onThisMachine().stream()
            .filter(found -> found.family() == Family.MYSQL)
            .findFirst()
        : Optional.empty();
  }

  @Override
  MysqlFamilyEngine with(Set<Compression> compressions) {
    return new MysqlEngine(compressions);
  }

  @Override
  void requireVersion(String version) {
    MysqlDistribution.requireVersion(version);
    if (external().isPresent() || named().isPresent()) {
      throw new IllegalArgumentException(
          "mysql@%s is the one that is fetched, and another server is named or none is published for this machine; leave out @%s, or --server-dir and --jdbc-url"
              .formatted(version, version));
    }
  }

  @Override
  protected Availability ownServer() {
    return named()
        .<Availability>map(
            found -> new Availability.Available(found.version(), found.program().toString()))
        .orElseGet(() -> MysqlDistribution.ofUser().availability());
  }

  @Override
  ServerInstall install() {
    return named().orElseGet(MysqlDistribution.ofUser()::provideWithoutFetching);
  }

  @Override
  public Optional<String> exclusionReason() {
    if (external().isPresent()) {
      return Optional.empty();
    }
    return switch (MysqlDistribution.ofUser().state()) {
      case UNPACKED, ARCHIVED -> Optional.empty();
      case ABSENT -> Optional.of("not downloaded yet; --with mysql downloads it once (553 MB)");
      case UNPUBLISHED ->
          Optional.of(
              "no MySQL is published for this platform; name a server with --server-dir or --jdbc-url");
    };
  }
}
