package dev.storagebench.core.workspace;

import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.datasets.packed.OwnedFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The private folder for temporary files of this process and of the forks that it starts: only its
 * user can enter it. The lock file beside it, held as long as the process lives, tells the next
 * start of the same user whether to remove it.
 *
 * <p>The system property {@code java.io.tmpdir} names it: JMH reads that for its lock and its
 * files, and each fork gets a folder below it as its own. {@link Files} and, on newer JDKs, {@link
 * java.io.File} keep to the folder of the JVM's start, so that code of ours names this one.
 */
public final class TemporaryFolder {
  /** The system property that names it. */
  public static final String PROPERTY = "java.io.tmpdir";

  private static final String PREFIX = "storage-bench-";

  /**
   * Less two folders below this one and a socket's name. A socket's path may have 107 bytes on
   * Linux, 103 on macOS; with 107 MariaDB's client did not connect.
   */
  private static final int MAX_PATH_BYTES = 100 - 2 * "/s12345678".length() - "/sock".length();

  private TemporaryFolder() {}

  /**
   * Creates the folder of this process, to be removed at its end, and removes those that killed
   * ones have left.
   *
   * @param cache where to create it if no usual place will do
   * @throws IOException if no place will do; says why for each
   */
  public static void begin(CacheFolder cache) throws IOException {
    Set<Path> places = new LinkedHashSet<>();
    for (String each : List.of(System.getProperty(PROPERTY), "/tmp", "/var/tmp")) {
      places.add(Path.of(each).toAbsolutePath().normalize());
    }
    places.add(cache.root());
    StringJoiner reasons = new StringJoiner("; ");
    for (Path place : places) {
      try {
        if (place.equals(cache.root())) {
          Files.createDirectories(place, CacheFolder.PRIVATE);
        }
        Path folder = begin(place);
        System.setProperty(PROPERTY, folder.toString());
        for (Path each : places) {
          sweep(each, Files.getOwner(folder));
        }
        return;
      } catch (IOException e) {
        reasons.add(place + ": " + e.getMessage());
      }
    }
    throw new IOException(
        "no place for temporary files (%s); name another one: java -D%s=FOLDER -jar …"
            .formatted(reasons, PROPERTY));
  }

  private static Path begin(Path place) throws IOException {
    // Held until the process ends.
    OwnedFolder folder =
        OwnedFolder.create(unique(place, PREFIX), StoreFolder::delete, CacheFolder.PRIVATE);
    try {
      requireUsable(folder.path());
    } catch (IOException e) {
      folder.close();
      throw e;
    }
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> removeQuietly(folder), "remove-temporary-files"));
    return folder.path();
  }

  private static void requireUsable(Path folder) throws IOException {
    int bytes = folder.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_PATH_BYTES) {
      throw new IOException("its path is %d bytes too long".formatted(bytes - MAX_PATH_BYTES));
    }
    Path trial = Files.createFile(folder.resolve("exec"));
    // access(2) refuses what is on a file system mounted noexec, to root as well.
    if (!trial.toFile().setExecutable(true) || !Files.isExecutable(trial)) {
      throw new IOException("mounted noexec, native libraries cannot be loaded from it");
    }
    Files.delete(trial);
  }

  /** The folder; in a fork the fork's own. */
  public static Path path() {
    return Path.of(System.getProperty(PROPERTY));
  }

  /** A new private folder in it. */
  public static Path create(String name) throws IOException {
    return Files.createDirectory(unique(path(), name), CacheFolder.PRIVATE);
  }

  /** A new private folder in it, which is removed when it is closed. */
  public record Scratch(Path path) implements Closeable {
    @Override
    public void close() throws IOException {
      StoreFolder.delete(path);
    }
  }

  /** Name that is shorter than with the 20 digits of {@link Files#createTempDirectory}. */
  private static Path unique(Path place, String prefix) {
    return place.resolve(
        prefix + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
  }

  /** Removes the folders of a user's dead processes, and follows no links. */
  static void sweep(Path place, UserPrincipal user) {
    try {
      for (Path folder : OwnedFolder.in(place, PREFIX + "*")) {
        Path lockFile = OwnedFolder.lockOf(folder);
        if (Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)
            && isOf(user, lockFile)
            && isOf(user, folder)) {
          OwnedFolder.removeIfDead(folder, StoreFolder::delete);
        }
      }
    } catch (IOException e) {
      // Another process sweeps it as well: what is left, the next one removes.
    }
  }

  private static boolean isOf(UserPrincipal user, Path file) throws IOException {
    return Files.notExists(file, LinkOption.NOFOLLOW_LINKS)
        || Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(user);
  }

  private static void removeQuietly(OwnedFolder folder) {
    try {
      folder.close();
    } catch (IOException stillWrittenTo) {
      // By a fork that is being ended as well; the next start removes it.
    }
  }
}
