package dev.storagebench.core.doctor;

import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.memory.PageCache;
import dev.storagebench.core.text.Figures;
import dev.storagebench.datasets.packed.PackedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the cache folder, which holds all stores that are measured, is good for. */
final class DiskCheck {
  private static final String SUBJECT = "cache folder";
  private static final String PAGE_CACHE = "page cache";
  private static final String ELSEWHERE = "name a folder on a local disk with --cache-folder";
  private static final long LITTLE_BYTES = 2L << 30;
  private static final int TRIAL_BYTES = 1 << 20;
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "hugetlbfs");
  private static final Set<String> NETWORK =
      Set.of(
          "nfs",
          "nfs4",
          "cifs",
          "smb3",
          "smbfs",
          "afpfs",
          "webdav",
          "9p",
          "virtiofs",
          "afs",
          "ceph",
          "lustre",
          "gpfs",
          "beegfs",
          "gfs2",
          "ocfs2",
          "fuse.sshfs",
          "fuse.glusterfs",
          "fuse.s3fs",
          "fuse.rclone");

  private DiskCheck() {}

  /** Makes the folder if need be, tries it with a small file and removes that again. */
  static List<Finding> findings(Machine machine, Path cache) {
    List<Finding> findings = new ArrayList<>();
    try {
      Files.createDirectories(cache);
      Path trial = Files.createTempDirectory(cache, "doctor");
      try {
        findings.add(Finding.ok(SUBJECT, cache + " can be written"));
        FileStore store = Files.getFileStore(cache);
        String type = Mount.of(machine, cache).map(Mount::type).orElseGet(store::type);
        findings.add(fileSystem(type));
        findings.add(freeSpace(store.getUsableSpace()));
        findings.add(direct(PackedFile.bypassesPageCache(trial)));
        // Trying it in memory would drop the whole page cache for nothing.
        findings.add(
            IN_MEMORY.contains(type)
                ? Finding.missing(
                    PAGE_CACHE, "what is in memory only cannot be dropped from it", ELSEWHERE)
                : droppable(trial));
      } finally {
        StoreFolder.delete(trial);
      }
    } catch (IOException e) {
      findings.add(
          Finding.missing(SUBJECT, "%s cannot be written: %s".formatted(cache, e), ELSEWHERE));
    }
    return findings;
  }

  static Finding fileSystem(String type) {
    String subject = "file system";
    String told = "the cache folder is on " + type;
    if (IN_MEMORY.contains(type)) {
      return Finding.warn(
          subject,
          told + ", which is memory: nothing is read from a disk, and limits mean nothing",
          ELSEWHERE);
    }
    if (NETWORK.contains(type)) {
      return Finding.warn(
          subject, told + ", which is another machine's disk, cache and load", ELSEWHERE);
    }
    if (type.equals("zfs")) {
      return Finding.warn(
          subject,
          told + ": its cache (ARC) is no page cache and counts against no limit of memory",
          ELSEWHERE + " with another file system");
    }
    return Finding.ok(subject, told);
  }

  static Finding freeSpace(long bytes) {
    String told = Figures.size((double) bytes) + " are free for stores";
    return bytes >= LITTLE_BYTES
        ? Finding.ok("free space", told)
        : Finding.warn(
            "free space",
            told + ": each engine has a store of the data and a copy to write to",
            "free some, or " + ELSEWHERE);
  }

  private static Finding direct(boolean direct) {
    return direct
        ? Finding.ok("direct I/O", "O_DIRECT works: data sets are read past the page cache")
        : Finding.warn(
            "direct I/O",
            "O_DIRECT does not work: reading data sets fills the page cache",
            ELSEWHERE);
  }

  private static Finding droppable(Path trial) {
    try {
      write(Files.createFile(trial.resolve("pages")));
      String how = PageCache.drop(trial).how();
      return how.contains("drop_caches")
          ? Finding.warn(
              PAGE_CACHE,
              "single files stay in the page cache: before each limited cell all of it is dropped",
              ELSEWHERE + ", and see that dd is that of GNU coreutils")
          : Finding.ok(PAGE_CACHE, "single files can be dropped from the page cache");
    } catch (IOException e) {
      return Finding.missing(PAGE_CACHE, String.valueOf(e.getMessage()), ELSEWHERE);
    }
  }

  private static void write(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(TRIAL_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
