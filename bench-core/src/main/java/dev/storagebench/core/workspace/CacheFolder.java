package dev.storagebench.core.workspace;

import com.sun.security.auth.module.UnixSystem;
import dev.storagebench.datasets.Excerpt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Folder with all that runs share: packed data sets, loaded stores, servers, and the working copies
 * of running cells.
 *
 * @param root the folder; it need not exist
 */
public record CacheFolder(Path root) {

  /** The system property that names the folder. */
  public static final String PROPERTY = "storagebench.cache";

  /** Remedy of an {@link #exposure}. */
  public static final String PRIVATE_FOLDER =
      "name a folder of your own, such as --cache-folder /var/tmp/NAME, or a new one below the folder of a scratch disk that is yours alone";

  /** Attributes of a new folder that only its user can enter, where files have such. */
  public static final FileAttribute<?>[] PRIVATE =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
          }
          : new FileAttribute<?>[0];

  private static final String ENVIRONMENT = "STORAGE_BENCH_CACHE";
  private static final String TAG = "CACHEDIR.TAG";
  private static final String PROGRAM = "Storage Bench";
  private static final Set<String> OWN =
      Set.of("classes", "data", "libraries", "lock", "servers", "stores", "versions", "work");
  private static final String DATA_PROPERTY = "storagebench.data";
  private static final String DATA_ENVIRONMENT = "STORAGE_BENCH_DATA";

  /**
   * The current folder: the system property {@value #PROPERTY}, else the environment's {@code
   * STORAGE_BENCH_CACHE}, else {@code $XDG_CACHE_HOME/storage-bench}, else {@code
   * ~/.cache/storage-bench}.
   */
  public static CacheFolder current() {
    return of(System.getProperties(), System.getenv());
  }

  static CacheFolder of(Properties system, Map<String, String> environment) {
    String named = system.getProperty(PROPERTY, environment.getOrDefault(ENVIRONMENT, ""));
    if (!named.isBlank()) {
      return new CacheFolder(Path.of(named).toAbsolutePath());
    }
    Path shared = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
    // The XDG Base Directory Specification asks to ignore a relative path.
    Path caches = shared.isAbsolute() ? shared : Path.of(system.getProperty("user.home"), ".cache");
    return new CacheFolder(caches.resolve("storage-bench"));
  }

  /**
   * Creates the folder if need be, checks that it is writable, by nobody else, and makes it the
   * cache of this program, which only its user can enter.
   *
   * @return its free bytes
   * @throws IllegalArgumentException if it cannot be written, has something else in it, others can
   *     put code into it, or an engine cannot be told its path
   */
  public long probeWritable() {
    String remedy = "name another folder with --cache-folder or " + ENVIRONMENT;
    Optional<String> exposure = exposure();
    if (exposure.isPresent()) {
      throw new IllegalArgumentException(exposure.get() + "; " + PRIVATE_FOLDER);
    }
    if (root.toString().chars().anyMatch(c -> c == ';' || Character.isISOControl(c))) {
      throw new IllegalArgumentException(
          "the path of the cache folder has a semicolon or a control character, where H2's and MySQL's settings end: %s; %s"
              .formatted(root.toString().replaceAll("\\p{Cntrl}", "\\\\x"), remedy));
    }
    long free = DiskSpace.probeWritable(root, remedy, PRIVATE);
    try {
      claim();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be made a cache: %s; %s".formatted(root, e.getMessage(), remedy), e);
    }
    return free;
  }

  /**
   * Whether the folder is a cache of this program: it has the tag of one.
   *
   * @see <a href="https://bford.info/cachedir/">Cache Directory Tagging Specification</a>
   */
  boolean isClaimed() throws IOException {
    Path tag = root.resolve(TAG);
    return Files.isRegularFile(tag, LinkOption.NOFOLLOW_LINKS)
        && Files.readString(tag, StandardCharsets.ISO_8859_1).contains(PROGRAM);
  }

  private void claim() throws IOException {
    if (!isClaimed()) {
      // What makes only one of its folders leaves it without a tag.
      List<String> others =
          entries(root, "*").stream()
              .map(each -> each.getFileName().toString())
              .filter(name -> !name.startsWith("storage-bench-") && !OWN.contains(name))
              .sorted()
              .toList();
      if (!others.isEmpty()) {
        throw new IOException(
            "it is not empty, and no cache of this program: it has " + Excerpt.ofNames(others));
      }
      Files.writeString(
          root.resolve(TAG),
          "Signature: 8a477f597d28d172789f06886806bc55%n# The cache of %s, which can make all of it again.%n"
              .formatted(PROGRAM));
    }
    if (PRIVATE.length > 0) {
      Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /**
   * Reason why another user could put code into the folder, in which runs trust jars and servers:
   * it, or a folder above it up to a sticky one, is somebody else's, or writable for others. Empty
   * if nobody could, and where files have no Unix modes.
   */
  public Optional<String> exposure() {
    Path existing = root;
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    try {
      return existing.getFileSystem().supportedFileAttributeViews().contains("unix")
          ? exposure(existing, !existing.equals(root), new UnixSystem().getUid())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot find out who can write to %s: %s".formatted(existing, e));
    }
  }

  private Optional<String> exposure(Path path, boolean mayBeSticky, long user) throws IOException {
    Map<String, Object> facts =
        Files.readAttributes(path, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
    int owner = (int) facts.get("uid");
    int mode = (int) facts.get("mode");
    boolean link = Files.isSymbolicLink(path);
    boolean sticky = mayBeSticky && (mode & 01000) != 0;
    // Written by others or, unless it has the user's number and so by convention nobody else, the
    // group.
    int others = (int) facts.get("gid") == user ? 0002 : 0022;
    boolean open = !link && !sticky && (mode & others) != 0;
    if (open || (owner != 0 && owner != user)) {
      return Optional.of(
          "others could put programs into the cache folder %s that you (user %d) would run: %s belongs to user %d and has mode %o"
              .formatted(root, user, path, owner, mode & 07777));
    }
    Optional<String> exposed =
        link
            ? exposure(
                path.resolveSibling(Files.readSymbolicLink(path)).toRealPath(), mayBeSticky, user)
            : Optional.empty();
    Path parent = path.getParent();
    return exposed.isPresent() || sticky || parent == null ? exposed : exposure(parent, true, user);
  }

  /**
   * Packed record files: a folder in this one, or that of the environment's {@code
   * STORAGE_BENCH_DATA}, which machines may share.
   */
  public Path data() {
    String shared =
        System.getProperty(DATA_PROPERTY, System.getenv().getOrDefault(DATA_ENVIRONMENT, ""));
    return shared.isBlank() ? root.resolve("data") : Path.of(shared).toAbsolutePath();
  }

  /** The entries of a folder whose names match a glob; none if there is no such folder. */
  public static List<Path> entries(Path folder, String glob) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, glob)) {
      return StreamSupport.stream(found.spliterator(), false).toList();
    }
  }

  /** Loaded stores, one folder each. */
  public Path stores() {
    return root.resolve("stores");
  }

  /** SQL servers. */
  public Path servers() {
    return root.resolve("servers");
  }

  /** The class paths of other versions of the engines. */
  public Path versions() {
    return root.resolve("versions");
  }

  /** Archives of the classes that forks load. */
  public Path classes() {
    return root.resolve("classes");
  }

  /** Working copies and empty stores of cells that run. */
  public Path work() {
    return root.resolve("work");
  }
}
