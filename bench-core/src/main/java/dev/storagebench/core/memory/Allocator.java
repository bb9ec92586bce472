package dev.storagebench.core.memory;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Sha256;
import dev.storagebench.core.engine.UnsupportedSettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/**
 * The memory allocator that the forks of a candidate load before all other libraries, in place of
 * the C library's.
 *
 * @param file the shared object, without symbolic links
 * @see <a href="https://man7.org/linux/man-pages/man8/ld.so.8.html">LD_PRELOAD</a>
 */
public record Allocator(Path file) {
  private static final Path SELF = Path.of("/proc/self");
  private static final int HEADER_BYTES = 20;

  /**
   * The one that a candidate names; empty for the C library's. Does not load it.
   *
   * @throws UnsupportedSettingException if it is no library that a program here can load
   */
  public static Optional<Allocator> of(Candidate candidate) {
    return candidate.malloc().map(Allocator::named);
  }

  private static Allocator named(String name) {
    if (!Files.isDirectory(SELF)) {
      throw refused(name, "this needs Linux");
    }
    try {
      Path file = Path.of(name).toRealPath();
      // The dynamic linker separates a list by these, and has no way to quote them.
      if (file.toString().matches(".*[\\s:].*")) {
        throw refused(name, "its path has a space or a colon; link to it from elsewhere");
      }
      byte[] its = header(file);
      byte[] ours = header(SELF.resolve("exe"));
      boolean isSharedObject = its.length == HEADER_BYTES && its[16] == 3 && its[17] == 0;
      // Magic number, width and order of bytes; the processor.
      if (!isSharedObject
          || !Arrays.equals(its, 0, 6, ours, 0, 6)
          || !Arrays.equals(its, 18, 20, ours, 18, 20)) {
        throw refused(name, "it is no ELF shared object for this processor");
      }
      return new Allocator(file);
    } catch (IOException e) {
      throw refused(name, "it cannot be read: " + e);
    }
  }

  private static byte[] header(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(HEADER_BYTES);
    }
  }

  private static UnsupportedSettingException refused(String name, String reason) {
    return new UnsupportedSettingException("%s=%s: %s".formatted(Candidate.MALLOC, name, reason));
  }

  /** The variable of a process's environment by which it is loaded, {@code name=value}. */
  public String variable() {
    return "LD_PRELOAD=" + file;
  }

  /**
   * Proves that it is mapped in this process and others, and not ignored by the dynamic linker.
   *
   * @param others the ids of processes
   * @return file and SHA-256
   * @throws EngineException if one has not mapped it
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_maps.5.html">/proc/pid/maps</a>
   */
  public String requireMapped(Collection<Long> others) {
    requireMapped(SELF);
    others.forEach(pid -> requireMapped(Path.of("/proc/" + pid)));
    return file + " sha256:" + Sha256.of(file).substring(0, 12);
  }

  private void requireMapped(Path process) {
    try {
      if (Files.readAllLines(process.resolve("maps")).stream()
          .noneMatch(line -> line.endsWith(" " + file))) {
        throw new EngineException(
            "%s=%s is not mapped in %s: the dynamic linker has not loaded it, or this JVM is no fork of the candidate's (-f 1 or more)"
                .formatted(Candidate.MALLOC, file, process));
      }
    } catch (IOException e) {
      throw new EngineException("cannot read the maps of %s: %s".formatted(process, e), e);
    }
  }
}
