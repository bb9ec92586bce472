package dev.storagebench.core.memory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The code and constants of the JVM, the C library and the engine: what this process has mapped
 * privately, from files, and never writes. A limit may evict such pages like those of the store,
 * and each fault then reads as much as the disk reads ahead.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_maps.5.html">/proc/pid/maps</a>
 */
final class MappedCode {
  private static final Path PROCESS = Path.of("/proc/self");
  private static final Pattern MAPPING =
      Pattern.compile("(?m)^(\\p{XDigit}+)-(\\p{XDigit}+) r-.p \\S+ \\S+ [1-9].*$");
  private static final int CHUNK_BYTES = 1 << 20;

  private MappedCode() {}

  /**
   * Makes all of it anonymous memory, which is charged to this process's group whoever has read the
   * files first, and is not evicted as long as the group does not swap: writes each page with what
   * it holds, for which the kernel makes a copy.
   *
   * @return its bytes; 0 where the kernel does not allow it, such as with {@code
   *     proc_mem.force_override=never}
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_mem.5.html">/proc/pid/mem</a>
   */
  static long copyToAnonymousMemory() {
    long copied = 0;
    try (RandomAccessFile memory = new RandomAccessFile(PROCESS.resolve("mem").toFile(), "rw")) {
      String maps = Files.readString(PROCESS.resolve("maps"));
      List<MatchResult> mappings = MAPPING.matcher(maps).results().toList();
      for (MatchResult mapping : mappings) {
        long end = Long.parseLong(mapping.group(2), 16);
        for (long at = Long.parseLong(mapping.group(1), 16); at < end; at += CHUNK_BYTES) {
          byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, end - at)];
          memory.seek(at);
          memory.readFully(chunk);
          memory.seek(at);
          memory.write(chunk);
          copied += chunk.length;
        }
      }
      return copied;
    } catch (IOException notAllowed) {
      return copied;
    }
  }
}
