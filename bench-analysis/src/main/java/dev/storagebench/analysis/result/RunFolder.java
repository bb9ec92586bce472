package dev.storagebench.analysis.result;

import dev.storagebench.core.workspace.DiskSpace;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.packed.ProcessLock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of one run: its {@link RunLog}, and files that are written from that at the end.
 *
 * @param path the folder, which exists
 */
public record RunFolder(Path path) {
  // A line of the log has tens of kilobytes, a long run thousands of them.
  private static final long MIN_FREE_BYTES = 64L << 20;
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

  /** Makes a folder named by the time below the given one. */
  public static RunFolder create(Path parent) throws IOException {
    String time = NAME.format(LocalDateTime.now(ZoneId.systemDefault()));
    Path path = parent.resolve(time);
    // Another run may have begun in the same second.
    for (int i = 2; Files.exists(path); i++) {
      path = parent.resolve(time + "-" + i);
    }
    return at(path);
  }

  /**
   * Makes this folder, which must not hold a run that has measured anything.
   *
   * @throws IOException if it holds one
   * @throws IllegalArgumentException if it cannot take one: read-only, full, or others can write
   */
  public static RunFolder at(Path path) throws IOException {
    RunFolder folder = new RunFolder(path);
    if (folder.measured() || folder.packed() || (folder.begun() && !Files.exists(folder.log()))) {
      throw new IOException(
          path + " already holds a run; resume it with --resume or name another folder with --out");
    }
    folder.probeWritable();
    // What another process has written there meanwhile stays.
    Files.write(folder.log(), new byte[0], StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    return folder;
  }

  /**
   * A folder whose run is resumed. A run killed before it measured anything starts anew.
   *
   * @throws IllegalArgumentException if there is no run in it, or it cannot be written to
   */
  public static RunFolder resumed(Path path) throws IOException {
    RunFolder folder = new RunFolder(path);
    if (folder.packed() && !folder.begun()) {
      throw new IllegalArgumentException(
          "%s holds a packed run; to resume it unpack %s".formatted(path, PackedRun.NAME));
    }
    if (!Files.exists(folder.log())) {
      throw new IllegalArgumentException(
          folder.begun()
              ? "%s is missing, and with it the results; name another folder with --out"
                  .formatted(folder.log())
              : path + " holds no run to resume; omit --resume to start one");
    }
    folder.probeWritable();
    return folder;
  }

  private boolean begun() {
    return Files.exists(manifest());
  }

  private boolean packed() {
    return Files.exists(path.resolve(PackedRun.NAME));
  }

  private boolean measured() throws IOException {
    return Files.exists(log()) && Files.size(log()) > 0;
  }

  /** Better fails now than after hours. */
  private void probeWritable() throws IOException {
    String wayOut = "name another folder with --out";
    long free = DiskSpace.probeWritable(path, wayOut);
    if (free < MIN_FREE_BYTES) {
      throw new IllegalArgumentException(
          "%s has %d MiB free, and results may need %d MiB; free some space, or %s"
              .formatted(path, free >> 20, MIN_FREE_BYTES >> 20, wayOut));
    }
    requireOwn(wayOut);
  }

  /**
   * Refuses a folder in which others have put links to files of this user. Owners are compared with
   * that of a new file, which is another one than this user on some file systems.
   */
  private void requireOwn(String wayOut) throws IOException {
    Path trial = Files.createTempFile(path, ".storage-bench-", "");
    try (Stream<Path> all = Files.walk(path.toRealPath())) {
      UserPrincipal self = Files.getOwner(trial);
      for (Path each : (Iterable<Path>) all::iterator) {
        UserPrincipal owner = Files.getOwner(each, LinkOption.NOFOLLOW_LINKS);
        if (Files.isSymbolicLink(each) || !owner.equals(self)) {
          throw new IllegalArgumentException(
              "%s is %s; results are not written through links or into folders of others: %s"
                  .formatted(
                      each,
                      owner.equals(self) ? "a link" : "a file of user " + owner.getName(),
                      wayOut));
        }
      }
    } finally {
      Files.delete(trial);
    }
  }

  /**
   * Keeps others from measuring into this folder.
   *
   * @throws IOException if another process or thread does
   */
  public ProcessLock lock() throws IOException {
    return ProcessLock.tryTake(path.resolve("run.lock"))
        .orElseThrow(
            () ->
                new IOException(
                    "another run is using %s; wait until it ends or name another folder with --out"
                        .formatted(path)));
  }

  /** The log of cells. */
  public Path log() {
    return path.resolve("cells.jsonl");
  }

  /** Opens the output of JMH and the forks to print more. */
  public PrintStream openJmhLog() throws IOException {
    return new PrintStream(
        Files.newOutputStream(
            path.resolve("jmh.log"),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS),
        true,
        StandardCharsets.UTF_8);
  }

  /** The manifest: environment, settings, outcomes. */
  public Path manifest() {
    return path.resolve("run.json");
  }

  /**
   * Reads a run: the manifest with the cells of the log, which a run that was cut off has as well.
   *
   * @throws IllegalArgumentException if there is no run here
   * @throws IOException if it has another format
   */
  public Manifest read() throws IOException {
    Optional<Path> packed = packedFile();
    return packed.isPresent()
        ? PackedRun.read(packed.get(), inside -> new RunFolder(inside).readFiles())
        : readFiles();
  }

  /** The packed run that {@link #read} takes; empty if it takes files of the folder. */
  public Optional<Path> packedFile() {
    Path packed = Files.isDirectory(path) ? path.resolve(PackedRun.NAME) : path;
    return Files.isRegularFile(packed) && !begun() ? Optional.of(packed) : Optional.empty();
  }

  /** The folder for what is made of the run: its own, or the one that a packed run is in. */
  public Path outputs() {
    return Files.isDirectory(path) ? path : path.toAbsolutePath().getParent();
  }

  private Manifest readFiles() throws IOException {
    if (!Files.exists(manifest()) || !Files.exists(log())) {
      throw new IllegalArgumentException(
          RunJson.name(path)
              + " is not a run folder: run.json or cells.jsonl is missing; name a folder such as runs/<time>");
    }
    try {
      Manifest run = readManifest();
      return run.with(run.plan(), RunLog.read(this, run.plan()));
    } catch (JacksonException e) {
      throw new IOException(
          Excerpt.printable(RunJson.name(manifest()) + " cannot be read: " + RunJson.problem(e)),
          e);
    }
  }

  /**
   * The manifest of the run; empty if it is gone or damaged.
   *
   * @throws IOException if it has another format
   */
  public Optional<Manifest> originalManifest() throws IOException {
    try {
      return begun() ? Optional.of(readManifest()) : Optional.empty();
    } catch (JacksonException damaged) {
      return Optional.empty();
    }
  }

  private Manifest readManifest() throws IOException {
    JsonNode run = RunJson.MAPPER.readTree(RunJson.bytes(manifest()));
    JsonNode format = run.path("format");
    if (format.isInt() && format.asInt() != Manifest.FORMAT) {
      throw new IOException(
          "%s has format %d, this version reads %d; use the version that wrote it"
              .formatted(RunJson.name(manifest()), format.asInt(), Manifest.FORMAT));
    }
    return RunJson.read(run, Manifest.class);
  }

  /**
   * Writes a file of a run, but not through a symbolic link or a pipe: the folder may be somebody
   * else's.
   */
  public static void write(Path file, String text) throws IOException {
    try (OutputStream out = open(file)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Opens a file of a run in order to {@link #write(Path, String)} it. */
  static OutputStream open(Path file) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IllegalArgumentException(
          "%s is not a regular file, and results are not written through links; remove it"
              .formatted(file));
    }
    return Files.newOutputStream(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE,
        LinkOption.NOFOLLOW_LINKS);
  }

  /** Writes the manifest, whole or not at all. */
  public void write(Manifest run) throws IOException {
    Path part = path.resolve("run.json.part");
    write(part, text(run));
    Files.move(
        part, manifest(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  static String text(Manifest run) {
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(run);
  }
}
