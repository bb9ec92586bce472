package dev.storagebench.sql.server;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Sha256;
import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.maven.FetchListener;
import dev.storagebench.core.maven.MavenFetch;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.packed.ProcessLock;
import dev.storagebench.sql.server.ServerRelease.Archive;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * The files of a {@link ServerRelease}: an archive in a Maven repository, of which those that a
 * server needs are unpacked into the cache folder. It is downloaded only by {@link #provide}.
 *
 * <p>Safe for use by several threads and processes at once.
 *
 * @param servers the folder to unpack below
 * @param archive the platform's archive, if one is published
 */
public record ServerDistribution(
    ServerRelease release, Path servers, Optional<Archive> archive, MavenFetch fetch)
    implements ServerSource {
  private static final String COMPLETE = ".complete";

  public ServerDistribution {
    servers = servers.toAbsolutePath().normalize();
  }

  /** The distribution for this machine, in the user's {@link CacheFolder}. */
  public static ServerDistribution ofUser(ServerRelease release) {
    return new ServerDistribution(
        release,
        CacheFolder.current().servers(),
        release.archive(System.getProperty("os.name"), System.getProperty("os.arch")),
        MavenFetch.ofUser());
  }

  /** Presence of the files. */
  public enum State {
    /** Ready to run. */
    UNPACKED,
    /** The archive is in the local Maven repository; unpacking takes a few seconds. */
    ARCHIVED,
    /** To be downloaded. */
    ABSENT,
    /** Not published for this platform. */
    UNPUBLISHED
  }

  /** Checks two paths; downloads, unpacks and runs nothing. */
  public State state() {
    if (archive.isEmpty()) {
      return State.UNPUBLISHED;
    }
    if (Files.exists(home().resolve(COMPLETE))) {
      return State.UNPACKED;
    }
    return Files.isRegularFile(file()) ? State.ARCHIVED : State.ABSENT;
  }

  /** Whether the server can run here; unpacks the archive, because only then it can be checked. */
  @Override
  public Availability availability() {
    try {
      if (state() == State.ARCHIVED) {
        provide(FetchListener.NONE);
      }
      return installed();
    } catch (EngineException e) {
      return new Availability.Unsupported(String.valueOf(e.getMessage()), "");
    }
  }

  /** Whether the server is on this machine; downloads and unpacks nothing. */
  @Override
  public Availability installed() {
    return switch (state()) {
      case UNPUBLISHED -> unpublished();
      case ABSENT ->
          new Availability.Unsupported(
              release.title() + " has not been downloaded",
              "--with %s downloads it (%d MB)"
                  .formatted(release.engine(), release.archiveBytes() / 1_000_000));
      case ARCHIVED ->
          new Availability.Available(release.version(), file() + " (unpacked on first use)");
      case UNPACKED -> ServerCheck.run(install().program(), release.family());
    };
  }

  /**
   * Makes the files ready to run: downloads and unpacks them where necessary.
   *
   * @throws EngineException if nothing is published for this platform, or Maven, the network or the
   *     disk fails
   */
  @SuppressWarnings("try") // the lock is only held
  public ServerInstall provide(FetchListener listener) {
    if (state() == State.UNPUBLISHED) {
      throw new EngineException(unpublished().message());
    }
    if (state() == State.UNPACKED) {
      return install();
    }
    try {
      Files.createDirectories(servers, CacheFolder.PRIVATE);
      try (ProcessLock lock = ProcessLock.take(servers.resolve(".lock"))) {
        // Another process may have unpacked it while this one waited for the lock.
        if (state() == State.ABSENT) {
          fetch.file(archive.orElseThrow().artifact(), release.archiveBytes(), listener);
        }
        if (state() != State.UNPACKED) {
          unpack();
        }
        return install();
      }
    } catch (IOException e) {
      throw new EngineException(
          "cannot unpack %s into %s: %s".formatted(release.title(), servers, e), e);
    }
  }

  /**
   * Returns the server as {@link #provide} does, but downloads nothing.
   *
   * @throws UnsupportedSettingException if the server cannot run here
   */
  @Override
  public ServerInstall provideWithoutFetching() {
    availability().orThrow(release.engine());
    return install();
  }

  @Override
  public void requireVersion(String engine, String version) {
    release.requireVersion(version);
  }

  private ServerInstall install() {
    return new ServerInstall(
        home().resolve(release.required().get(0)), home(), release.family(), release.version());
  }

  private void unpack() throws IOException {
    Path partial = servers.resolve(home().getFileName() + ".unpacking");
    // Leftovers of a process that died.
    StoreFolder.delete(partial);
    StoreFolder.delete(home());
    Sha256.require(file(), archive.orElseThrow().sha256());
    Files.createDirectories(partial);
    extract(file(), release.files(), partial);
    for (String required : release.required()) {
      if (!Files.isRegularFile(partial.resolve(required))) {
        throw new IOException(
            "%s contains no %s; delete the archive to have it downloaded again"
                .formatted(file(), required));
      }
    }
    Files.createFile(partial.resolve(COMPLETE));
    Files.move(partial, home(), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Unpacks the entries whose names match, those of a {@code .txz} inside too; those in {@code bin}
   * are made executable. Set-user-id bits are not taken over.
   *
   * @throws IOException also if an entry's name leads out of the target folder
   */
  static void extract(Path archive, Pattern wanted, Path target) throws IOException {
    try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        try (InputStream content = zip.getInputStream(entry)) {
          if (entry.getName().endsWith(".txz")) {
            extractTar(content, wanted, target);
          } else {
            extract(entry, content, wanted, target);
          }
        }
      }
    }
  }

  private static void extractTar(InputStream txz, Pattern wanted, Path target) throws IOException {
    TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(txz)));
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      extract(entry, tar, wanted, target);
    }
  }

  private static void extract(ArchiveEntry entry, InputStream content, Pattern wanted, Path target)
      throws IOException {
    Path file = target.resolve(entry.getName()).normalize();
    boolean links = entry instanceof TarArchiveEntry tar && tar.isSymbolicLink();
    String link = links ? ((TarArchiveEntry) entry).getLinkName() : "";
    Path leadsTo = links ? file.resolveSibling(link).normalize() : file;
    if (!file.startsWith(target) || !leadsTo.startsWith(target)) {
      throw new IOException(
          "an entry leads out of its folder: '%s'; the archive is corrupt, delete it"
              .formatted(entry.getName()));
    }
    if (entry.isDirectory() || !wanted.matcher(target.relativize(file).toString()).matches()) {
      return;
    }
    Files.createDirectories(file.getParent());
    if (links) {
      Files.createSymbolicLink(file, Path.of(link));
      return;
    }
    Files.copy(content, file);
    if (file.getParent().endsWith("bin")
        && !file.toFile().setExecutable(true, /* ownerOnly= */ false)) {
      throw new IOException("cannot make %s executable".formatted(file));
    }
  }

  private Path home() {
    return servers.resolve(
        "%s-%s-%s"
            .formatted(release.engine(), release.version(), archive.orElseThrow().platform()));
  }

  /** The archive in the local repository. */
  private Path file() {
    return archive.orElseThrow().artifact().fileIn(fetch.localRepository());
  }

  private Availability.Unsupported unpublished() {
    return new Availability.Unsupported(
        "no %s %s is published for %s on %s"
            .formatted(
                release.title(),
                release.version(),
                System.getProperty("os.name"),
                System.getProperty("os.arch")),
        release.alternatives());
  }
}
