package dev.storagebench.analysis.result;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipError;
import java.util.zip.ZipException;

/**
 * A run in one file: its manifest and its log in a ZIP archive, of which all outputs can be made
 * again. It is what a repository keeps and what is sent to others.
 */
public final class PackedRun {
  /** Name of the file in a run's folder. */
  public static final String NAME = "run.zip";

  // A path or the host of a URL among the arguments of a run.
  private static final Pattern PLACE =
      Pattern.compile("(?<![\\w/])/(?!/)[^'\",;{}\\s]+|(?<=://)[^/:;?'\"]+");
  private static final Pattern HOME =
      Pattern.compile("(?<![\\w/.])/(?:home|Users|root|mnt|media)/[^'\",;{}\\s\\\\]+");
  private static final int SHORTEST_NAME = 3;

  /** Reads in an archive's root folder. */
  interface Reader<T> {
    T read(Path root) throws IOException;
  }

  private PackedRun() {}

  /** Content of this file that no file made by {@link #write} has. */
  public static List<String> problems(Path packed) throws IOException {
    return read(
        packed,
        root -> {
          RunFolder inside = new RunFolder(root);
          List<String> problems = new ArrayList<>();
          try (Stream<Path> files = Files.walk(root)) {
            files
                .filter(each -> !List.of(root, inside.manifest(), inside.log()).contains(each))
                .forEach(each -> problems.add("it holds %s beside the run".formatted(each)));
          }
          if (!Files.exists(inside.manifest()) || !Files.exists(inside.log())) {
            return problems;
          }
          String log = RunJson.text(inside.log());
          if (!log.lines().allMatch(RunLog::isSealed)) {
            problems.add("lines of its log have no checksum: an earlier version wrote them");
          }
          Matcher home = HOME.matcher(RunJson.text(inside.manifest()) + log);
          if (home.find()) {
            problems.add("it names a place of its machine: " + home.group());
          }
          return problems;
        });
  }

  static <T> T read(Path packed, Reader<T> reader) throws IOException {
    try (FileSystem archive = FileSystems.newFileSystem(packed)) {
      return reader.read(archive.getPath("/"));
    } catch (ProviderNotFoundException | ZipError | ZipException e) {
      throw new IOException(packed + " is not a packed run: " + e.getMessage(), e);
    }
  }

  /**
   * Packs a run without what says where it was measured: paths and hosts of its command, the home
   * folder, the names of the user and of this machine.
   *
   * @return what was replaced, with what stands in its place
   */
  public static Map<String, String> write(Path folder, Path packed) throws IOException {
    RunFolder run = new RunFolder(folder);
    Manifest original =
        run.originalManifest()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        folder + " has no run.json; is it packed already?"));
    Map<String, String> left = places(original);
    Map<String, String> found = new TreeMap<>();
    String manifest = without(left, Files.readString(run.manifest()), found);
    String log = without(left, Files.readString(run.log()), found);
    Files.deleteIfExists(packed);
    try (FileSystem archive = FileSystems.newFileSystem(packed, Map.of("create", "true"))) {
      RunFolder inside = new RunFolder(archive.getPath("/"));
      Files.writeString(inside.manifest(), manifest);
      Files.writeString(inside.log(), RunLog.sealedAgain(log));
    }
    return found;
  }

  private static Map<String, String> places(Manifest run) {
    Map<String, String> places = new LinkedHashMap<>();
    for (String argument : run.command()) {
      PLACE
          .matcher(argument)
          .results()
          .map(MatchResult::group)
          .forEach(each -> places.put(each, "PLACE"));
    }
    places.put(System.getProperty("user.home"), "HOME");
    String user = System.getProperty("user.name");
    if (!user.equals("root")) {
      places.put(user, "USER");
    }
    try {
      places.put(InetAddress.getLocalHost().getHostName(), "HOST");
    } catch (UnknownHostException nameless) {
      // Then nothing has its name.
    }
    places.keySet().removeIf(each -> each.length() < SHORTEST_NAME || each.equals("localhost"));
    return places;
  }

  private static String without(
      Map<String, String> places, String text, Map<String, String> found) {
    String without = text;
    for (String each :
        places.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList()) {
      String stands = places.get(each);
      Matcher word = Pattern.compile("(?<!\\w)" + Pattern.quote(each) + "(?!\\w)").matcher(without);
      if (word.find()) {
        found.put(each, stands);
        without = word.replaceAll(stands);
      }
    }
    return without;
  }
}
