package dev.storagebench.engines.library;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Plugins;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jnr.ffi.Platform;
import org.jspecify.annotations.Nullable;

/**
 * An engine's shared library: the file that a candidate's option {@code library} names, or else the
 * one that is installed in {@code LD_LIBRARY_PATH} or a usual folder. Finding it loads nothing.
 *
 * @param name the library's name without {@code lib} and ending, for example {@code leveldb}
 * @param remedy how to get it, for example {@code apt-get install libleveldb1d}
 * @param chosen the file that a candidate names
 */
public record SystemLibrary(String engine, String name, String remedy, Optional<Path> chosen) {
  /** A candidate's option for the file. */
  public static final String OPTION = "library";

  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  private static final List<String> FOLDERS =
      List.of(
          "/usr/local/lib",
          "/opt/homebrew/lib",
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64",
          "/usr/lib",
          "/lib64",
          "/lib");
  private static final Pattern VERSION = Pattern.compile("(?:-|\\.so\\.)(\\d+(?:\\.\\d+)*)");

  /** The library that is installed. */
  public SystemLibrary(String engine, String name, String remedy) {
    this(engine, name, remedy, Optional.empty());
  }

  /** The library of a candidate: the one that it names, if it does. */
  public SystemLibrary of(Candidate candidate) {
    String file = candidate.options().get(OPTION);
    return file == null ? this : chosen(Path.of(file));
  }

  /** The library in a file. */
  public SystemLibrary chosen(Path file) {
    return new SystemLibrary(engine, name, remedy, Optional.of(file));
  }

  /** The options of a candidate that are the engine's: all but the library. */
  public static Map<String, String> engineOptions(Map<String, String> options) {
    Map<String, String> others = new LinkedHashMap<>(options);
    others.remove(OPTION);
    return others;
  }

  /** The real path of the library, symbolic links resolved; empty if there is none. */
  public Optional<Path> file() {
    return chosen.isPresent() ? chosen.flatMap(SystemLibrary::real) : found();
  }

  private Optional<Path> found() {
    List<String> folders = new ArrayList<>();
    Optional.ofNullable(System.getenv("LD_LIBRARY_PATH"))
        .ifPresent(first -> folders.addAll(List.of(first.split(":", -1))));
    folders.addAll(FOLDERS);
    return real(Path.of(Platform.getNativePlatform().locateLibrary(name, folders)));
  }

  /** The library as results and stores name it; one that a candidate names with its digest. */
  public String describe(Path file) {
    return chosen.isPresent() ? Plugins.identity(file) : file.toString();
  }

  /** Whether there is such a file, and it is a library; loads nothing. */
  public Availability availability() {
    @Nullable Path file = file().orElse(null);
    if (file == null) {
      return missing();
    }
    return isLibrary(file)
        ? new Availability.Available(versionOf(file).orElse("unknown"), describe(file))
        : new Availability.Unsupported(file + " is no shared library", "");
  }

  /** Whether a file is a shared library, as far as its first bytes tell on Linux. */
  private static boolean isLibrary(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return Platform.getNativePlatform().getOS() != Platform.OS.LINUX
          || Arrays.equals(in.readNBytes(ELF.length), ELF);
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** Why the engine cannot run while {@link #file} is empty. */
  public Availability.Unsupported missing() {
    return chosen.isPresent()
        ? new Availability.Unsupported(
            "there is no library '%s'".formatted(chosen.get()), "name an existing file")
        : new Availability.Unsupported("no library lib" + name + " is installed", remedy);
  }

  /** The version in a library's file name; empty if it has none. */
  public static Optional<String> versionOf(Path file) {
    Matcher version = VERSION.matcher(String.valueOf(file.getFileName()));
    return version.find() && !version.group(1).equals("0.0.0")
        ? Optional.of(version.group(1))
        : Optional.empty();
  }

  private static Optional<Path> real(Path file) {
    try {
      return Files.isRegularFile(file) ? Optional.of(file.toRealPath()) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
