package dev.storagebench.benchmarks.fork;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.core.process.ProcessMark;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The JDKs of this machine, for candidates that name one. */
public final class Jdk {
  private static final Path HOME = Path.of(System.getProperty("user.home"));
  // Where packages, SDKMAN, IntelliJ, Gradle, mise and the installers of macOS and Windows put
  // them.
  private static final List<Path> FOLDERS =
      List.of(
          Path.of("/usr/lib/jvm"),
          HOME.resolve(".sdkman/candidates/java"),
          HOME.resolve(".jdks"),
          HOME.resolve(".gradle/jdks"),
          HOME.resolve(".local/share/mise/installs/java"),
          Path.of("/Library/Java/JavaVirtualMachines"),
          HOME.resolve("Library/Java/JavaVirtualMachines"),
          Path.of("C:/Program Files/Java"),
          Path.of("C:/Program Files/Eclipse Adoptium"));
  private static final Comparator<Runtime.Version> NEWEST = Comparator.reverseOrder();

  private Jdk() {}

  /** Each candidate on each JDK, with a label of its own. */
  public static List<Candidate> candidates(List<Candidate> engines, List<String> jdks) {
    return engines.stream()
        .flatMap(each -> jdks.stream().map(jdk -> on(each, jdk.strip())))
        .toList();
  }

  private static Candidate on(Candidate any, String jdk) {
    Map<String, String> options = new LinkedHashMap<>(any.options());
    options.put(Candidate.JDK, jdk);
    String name = any.label().replaceAll("[^\\w.+-]+", "-");
    String version = jdk.replaceFirst(".*[/\\\\](?=.)", "").replaceAll("[^\\w.+-]", "");
    return new Candidate(name + "-jdk" + version, any.engine(), any.version(), options);
  }

  /**
   * The command that starts a JVM for a candidate.
   *
   * @throws UnsupportedSettingException if its JDK is not found; names those that are
   */
  static String java(Candidate candidate) {
    return candidate.jdk().map(Jdk::java).orElse(ProcessMark.JAVA);
  }

  private static String java(String jdk) {
    if (!jdk.matches("\\d+")) {
      return executable(Path.of(jdk))
          .orElseThrow(
              () ->
                  new UnsupportedSettingException(
                      "jdk=%s: there is no bin/java in this folder".formatted(jdk)));
    }
    Map<Runtime.Version, String> found = new TreeMap<>(NEWEST);
    found.put(Runtime.version(), ProcessMark.JAVA);
    homes()
        .forEach(
            home ->
                version(home)
                    .ifPresent(
                        each -> executable(home).ifPresent(java -> found.putIfAbsent(each, java))));
    return found.entrySet().stream()
        .filter(each -> jdk.equals("" + each.getKey().feature()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(
            () ->
                new UnsupportedSettingException(
                    "jdk=%s: none is found on this machine, but %s; name its folder: jdk=/opt/jdk-%s"
                        .formatted(
                            jdk,
                            found.keySet().stream()
                                .map(Runtime.Version::toString)
                                .collect(Collectors.joining(", ")),
                            jdk)));
  }

  /**
   * The flag by which JMH runs benchmarks in virtual threads.
   *
   * @param java the command that starts the JVM
   * @throws UnsupportedSettingException if it is too old
   */
  static String virtualThreads(String java) {
    Runtime.Version version =
        java.equals(ProcessMark.JAVA)
            ? Runtime.version()
            : version(Path.of(java).resolve("../..").normalize()).orElse(null);
    if (version != null && version.feature() < 21) {
      throw new UnsupportedSettingException(
          "%s=virtual needs JDK 21, this is %s; add jdk=25"
              .formatted(Candidate.CLIENT_THREADS, version));
    }
    return "-D%s=VIRTUAL".formatted(Candidate.EXECUTOR);
  }

  private static Stream<Path> homes() {
    Stream<Path> named =
        System.getenv().entrySet().stream()
            .filter(each -> each.getKey().matches("JAVA_HOME(_\\d+.*)?|JDK_?\\d+"))
            .map(each -> Path.of(each.getValue()));
    return Stream.concat(named, FOLDERS.stream().flatMap(Jdk::children))
        .flatMap(home -> Stream.of(home, home.resolve("Contents/Home")));
  }

  private static Stream<Path> children(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList().stream();
    } catch (IOException noFolder) {
      return Stream.empty();
    }
  }

  private static Optional<String> executable(Path home) {
    return Stream.of("bin/java", "bin/java.exe")
        .map(home::resolve)
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private static Optional<Runtime.Version> version(Path home) {
    Properties facts = new Properties();
    try (Reader in = Files.newBufferedReader(home.resolve("release"), StandardCharsets.UTF_8)) {
      facts.load(in);
      return Optional.of(
          Runtime.Version.parse(facts.getProperty("JAVA_VERSION", "").replace("\"", "")));
    } catch (IOException | IllegalArgumentException noJdk) {
      return Optional.empty();
    }
  }
}
