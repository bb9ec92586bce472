package dev.storagebench.core.memory;

import dev.storagebench.core.engine.StoreFolder;
import dev.storagebench.core.process.Program;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.core.source64.SplitMix64;

/**
 * Drops a store's files from the page cache. Pages that another process has read are not charged to
 * a group that uses them, so a limit has no effect before this.
 */
public final class PageCache {
  private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");
  private static final int SAMPLES_PER_FILE = 64;
  private static final int SAMPLE_BYTES = 4096;
  private static final double CLEAN_ENOUGH = 0.01;
  // Of a command line of 2 MB.
  private static final int MAX_ARGUMENTS = 1000;

  private PageCache() {}

  /**
   * How files were dropped from the page cache.
   *
   * @param how what was done
   * @param residentShare the share of the files still cached, from 0 to 1, by a sample of pages
   */
  public record Dropped(String how, double residentShare) {}

  /**
   * Syncs all files below a folder and drops their pages: by advice for each file ({@code
   * posix_fadvise}, through {@code dd} of GNU coreutils), and if that is not enough, the whole page
   * cache, which needs root.
   *
   * @throws IOException if pages stay cached
   */
  public static Dropped drop(Path folder) throws IOException {
    Dropped dropped = tryDrop(folder);
    if (dropped.residentShare > CLEAN_ENOUGH) {
      throw new IOException(
          "%.0f %% of %s stay in the page cache after %s, so a memory limit has no effect; is it a tmpfs, or is GNU dd missing?"
              .formatted(dropped.residentShare * 100, folder, dropped.how));
    }
    return dropped;
  }

  /** Does the same as far as that is possible. */
  public static Dropped tryDrop(Path folder) throws IOException {
    List<Path> files = StoreFolder.files(folder);
    // The advice skips dirty pages silently.
    StoreFolder.sync(folder);
    String how = advise(files) ? "fsync and posix_fadvise(DONTNEED) of each file" : "fsync";
    double resident = residentShare(files);
    if (resident > CLEAN_ENOUGH && Files.isWritable(DROP)) {
      Files.writeString(DROP, "1");
      how += ", then drop_caches";
      resident = residentShare(files);
    }
    return new Dropped(how, resident);
  }

  private static boolean advise(List<Path> files) {
    if (files.size() > MAX_ARGUMENTS) {
      return advise(files.subList(0, MAX_ARGUMENTS))
          && advise(files.subList(MAX_ARGUMENTS, files.size()));
    }
    // With count=0 dd gives the advice only, for the whole file.
    String script = "for f; do dd if=\"$f\" iflag=nocache count=0 status=none || exit 1; done";
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    files.forEach(file -> command.add(file.toString()));
    return Program.succeeds(command.toArray(String[]::new));
  }

  /** The share of the files below a folder in the page cache, from 0 to 1, weighted by size. */
  public static double residentShare(Path folder) throws IOException {
    return residentShare(StoreFolder.files(folder));
  }

  /** The share of the files in the page cache, from 0 to 1, weighted by size. */
  private static double residentShare(List<Path> files) throws IOException {
    SplitMix64 random = new SplitMix64(1);
    double residentBytes = 0;
    double bytes = 0;
    for (Path file : files) {
      long size = Files.size(file);
      if (size > 0) {
        bytes += size;
        residentBytes += size * residentShare(file, size, random);
      }
    }
    return bytes == 0 ? 0 : residentBytes / bytes;
  }

  private static double residentShare(Path file, long size, SplitMix64 random) throws IOException {
    long pages = (size + SAMPLE_BYTES - 1) / SAMPLE_BYTES;
    int samples = (int) Math.min(pages, SAMPLES_PER_FILE);
    int resident = 0;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (int i = 0; i < samples; i++) {
        long at = random.nextLong(pages) * SAMPLE_BYTES;
        MappedByteBuffer page =
            channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(SAMPLE_BYTES, size - at));
        resident += page.isLoaded() ? 1 : 0;
      }
    }
    return resident / (double) samples;
  }
}
