package dev.storagebench.analysis.result;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  // Folders that every system has say nothing about one. A slash behind + is that of a Base64 text.
  private static final Pattern PATH =
      Pattern.compile(
          "(?<![\\w/.)+#%~])/(?!(?:usr|lib|lib64|dev|sys|proc|etc)\\b)[\\w.][^'\",;:(){}\\s\\\\]*");
  // In any text the servers of JDBC URLs; in the command line the host of each URL.
  private static final Pattern SERVERS =
      Pattern.compile("(?<=jdbc:[\\w:+-]{1,40}://)[^/?'\"{};\\s\\\\]+");
  private static final Pattern URL_HOST = Pattern.compile("(?<=://)[^/:;?'\"]+");
  private static final Pattern CLIENT_HOST = Pattern.compile("(?<=client \\d{1,6} \\()[^,()]+");
  private static final Pattern HOST = Pattern.compile("(?:[^@,]*@)?(\\[[^]]*]|[^:,]+)(?::\\d+)?,?");
  private static final Pattern LAUNCH = Pattern.compile("(?m)^--launch[=\\n](?!local$)(.+)$");
  private static final String PLACE = "PLACE";
  private static final Set<String> NO_PLACES = Set.of("localhost", "127.0.0.1", "[::1]", PLACE);

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
          String text = RunJson.text(inside.manifest()) + log;
          Stream.concat(groups(PATH, text), servers(text))
              .findFirst()
              .ifPresent(each -> problems.add("it names a place of its machine: " + each));
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
   * Packs a run without what says where it was measured: paths, but for those that every system
   * has, hosts of URLs and clients, how clients were launched, and the names of user and machine.
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
    // Its results are those of the log.
    String manifest = RunFolder.text(original.with(original.plan(), List.of()));
    String log = Files.readString(run.log());
    Map<String, Pattern> places = places(String.join("\n", original.command()), manifest + log);
    Map<String, String> found = new TreeMap<>();
    Path part = packed.resolveSibling(NAME + ".part");
    Files.deleteIfExists(part);
    try (FileSystem archive = FileSystems.newFileSystem(part, Map.of("create", "true"))) {
      RunFolder inside = new RunFolder(archive.getPath("/"));
      Files.writeString(inside.manifest(), without(places, manifest, found));
      Files.writeString(inside.log(), RunLog.sealedAgain(without(places, log, found)));
      inside.read();
    }
    Files.move(part, packed, StandardCopyOption.REPLACE_EXISTING);
    return found;
  }

  private static Stream<String> groups(Pattern pattern, CharSequence text) {
    return pattern
        .matcher(text)
        .results()
        .map(each -> each.groupCount() == 0 ? each.group() : each.group(1))
        .filter(each -> !NO_PLACES.contains(each))
        .distinct();
  }

  private static Stream<String> servers(String text) {
    return groups(SERVERS, text).flatMap(each -> groups(HOST, each));
  }

  /** Names of places, the longest first, each with where in a text it is one. */
  private static Map<String, Pattern> places(String command, String text) {
    Map<String, Pattern> places =
        new TreeMap<>(
            Comparator.<String>comparingInt(String::length)
                .reversed()
                .thenComparing(Comparator.naturalOrder()));
    // Names may be words, or those of engines and fields.
    Stream.of(servers(text), groups(URL_HOST, command), groups(CLIENT_HOST, text), machine())
        .flatMap(each -> each)
        .forEach(each -> places.put(each, word("(?<=://|[@( ]|//[^/ \"]{1,200},)", each)));
    String user = System.getProperty("user.name");
    places.put(user, word("(?<=')", user));
    String home = System.getProperty("user.home");
    Stream.of(groups(PATH, text), groups(SERVERS, text), groups(LAUNCH, command), Stream.of(home))
        .flatMap(each -> each)
        .forEach(each -> places.put(each, word("(?<!\\w)", each)));
    return places;
  }

  private static Pattern word(String before, String word) {
    return Pattern.compile(before + Pattern.quote(word) + "(?![\\w-]|\\.\\w)");
  }

  private static Stream<String> machine() {
    try {
      return Stream.of(InetAddress.getLocalHost().getHostName())
          .filter(each -> !NO_PLACES.contains(each));
    } catch (UnknownHostException nameless) {
      // Then nothing has its name.
      return Stream.empty();
    }
  }

  private static String without(
      Map<String, Pattern> places, String text, Map<String, String> found) {
    String without = text;
    for (Map.Entry<String, Pattern> each : places.entrySet()) {
      Matcher place = each.getValue().matcher(without);
      if (place.find()) {
        found.put(each.getKey(), PLACE);
        without = place.replaceAll(PLACE);
      }
    }
    return without;
  }
}
