package dev.storagebench.benchmarks.doctor;

import dev.storagebench.core.memory.PageCache;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.core.workspace.TemporaryFolder.Scratch;
import dev.storagebench.datasets.packed.Disk;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks of the cache folder, which has all measured stores. */
final class DiskChecks {
  private static final String LOCAL_DISK = "use a folder on a local disk: --cache-folder FOLDER";
  private static final long MIN_FREE_BYTES = 2L << 30;
  private static final int TRIAL_BYTES = 1 << 20;
  private static final Pattern IN_MEMORY = Pattern.compile("tmpfs|ramfs|hugetlbfs");
  private static final Pattern NETWORK =
      Pattern.compile(
          "nfs4?|cifs|smb3|smbfs|afpfs|webdav|9p|virtiofs|afs|ceph|lustre|gpfs|beegfs|gfs2|ocfs2"
              + "|fuse\\.(sshfs|glusterfs|s3fs|rclone)");

  private DiskChecks() {}

  /** Creates the folder if need be and tries it with a small file. */
  static List<CheckResult> findings(Path cache) {
    Optional<String> exposure = new CacheFolder(cache).exposure();
    if (exposure.isPresent()) {
      return List.of(
          CheckResult.missing("cache folder", exposure.get(), CacheFolder.PRIVATE_FOLDER));
    }
    List<CheckResult> findings = new ArrayList<>();
    try {
      Files.createDirectories(cache, CacheFolder.PRIVATE);
      try (Scratch trial = new Scratch(Files.createTempDirectory(cache, "doctor"))) {
        findings.add(CheckResult.ok("cache folder", cache + " is writable"));
        String type = store(cache).map(FileStore::type).orElse("");
        findings.add(type.isEmpty() ? CheckResult.unknown("file system") : fileSystem(type));
        findings.add(freeSpace(Disk.freeBytes(cache)));
        findings.add(
            PackedFile.bypassesPageCache(trial.path())
                ? CheckResult.ok(
                    "direct I/O", "O_DIRECT works: data sets are read past the page cache")
                : CheckResult.warn(
                    "direct I/O",
                    "O_DIRECT does not work: reading a data set fills the page cache",
                    LOCAL_DISK));
        findings.add(pageCache(type, trial.path()));
      }
    } catch (IOException e) {
      findings.add(
          CheckResult.missing(
              "cache folder", "%s is not writable: %s".formatted(cache, e), LOCAL_DISK));
    }
    return findings;
  }

  /**
   * The file system of a folder, which need not exist yet; empty if its mount point is not visible.
   */
  static Optional<FileStore> store(Path folder) {
    return Disk.of(existing(folder));
  }

  private static Path existing(Path folder) {
    return Stream.iterate(folder.toAbsolutePath(), Objects::nonNull, Path::getParent)
        .filter(Files::exists)
        .findFirst()
        .orElse(folder);
  }

  /**
   * The files that may set the read-ahead of a folder's disk. A partition uses that of its disk,
   * one folder up; file systems over several disks (btrfs) have a device number of their own and
   * are found by the disk's name.
   *
   * @see <a href="https://docs.kernel.org/admin-guide/abi-testing.html">read_ahead_kb in sysfs</a>
   */
  static List<String> readAheadFiles(Path folder) {
    List<String> files = new ArrayList<>();
    try {
      long device = (long) Files.getAttribute(existing(folder), "unix:dev");
      // As makedev(3) packs major and minor number.
      String number =
          ((device >> 8) & 0xfff) + ":" + ((device & 0xff) | ((device >> 12) & 0xfff00));
      files.add("sys/class/bdi/" + number + "/read_ahead_kb");
      files.add("sys/dev/block/" + number + "/queue/read_ahead_kb");
      files.add("sys/dev/block/" + number + "/../queue/read_ahead_kb");
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException noUnix) {
      return files;
    }
    store(folder)
        .map(FileStore::name)
        .filter(name -> name.startsWith("/dev/"))
        .map(name -> "sys/class/block/" + name.substring("/dev/".length()))
        .ifPresent(
            block -> {
              files.add(block + "/queue/read_ahead_kb");
              files.add(block + "/../queue/read_ahead_kb");
            });
    return files;
  }

  static CheckResult fileSystem(String type) {
    String found = "the cache folder is on " + type;
    String problem =
        IN_MEMORY.matcher(type).matches()
            ? ", which is memory: nothing is read from disk and memory limits have no effect"
            : NETWORK.matcher(type).matches()
                ? ", a network file system: results depend on another machine's disk and cache"
                : type.equals("zfs")
                    ? ": its ARC is not page cache and bypasses cgroup limits"
                    : "";
    return problem.isEmpty()
        ? CheckResult.ok("file system", found)
        : CheckResult.warn(
            "file system", found + problem, LOCAL_DISK + ", with another file system");
  }

  static CheckResult freeSpace(long bytes) {
    String found = Figures.size((double) bytes) + " free for stores";
    return bytes >= MIN_FREE_BYTES
        ? CheckResult.ok("free space", found)
        : CheckResult.warn(
            "free space",
            found + "; each engine needs room for its store and a copy to write to",
            "free some, or " + LOCAL_DISK);
  }

  private static CheckResult pageCache(String type, Path trial) {
    if (IN_MEMORY.matcher(type).matches()) {
      // To try would drop the whole page cache for nothing.
      return CheckResult.missing(
          "page cache", "files in memory cannot be dropped from the page cache", LOCAL_DISK);
    }
    try {
      Files.write(trial.resolve("pages"), new byte[TRIAL_BYTES]);
      return PageCache.drop(trial).how().contains("drop_caches")
          ? CheckResult.warn(
              "page cache",
              "single files cannot be dropped: all of the page cache is dropped before each cell"
                  + " with a memory limit",
              LOCAL_DISK + ", and install GNU coreutils (dd)")
          : CheckResult.ok("page cache", "single files can be dropped from the page cache");
    } catch (IOException e) {
      return CheckResult.missing("page cache", String.valueOf(e.getMessage()), LOCAL_DISK);
    }
  }
}
