package dev.storagebench.core.engine;

import dev.storagebench.datasets.Excerpt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A candidate of a comparison: an engine, optionally in another version than the bundled one and
 * with options of its own. Written {@code [label=]engine[@version][{option=value;option=value}]},
 * for example {@code
 * tuned=rocksdb@9.10.0{compaction_style=kCompactionStyleUniversal;max_background_jobs=4}}.
 *
 * <p>Options are separated by {@code ;} because JMH cuts every parameter at commas; inside
 * parentheses, brackets and braces a {@code ;} belongs to the value. An option without {@code =} is
 * a flag and has the value {@code true}.
 *
 * @param label the name in results; by default the text without a label
 * @param engine the name of a {@link StorageEngine}
 * @param version of the engine's artifact, or {@code group:artifact:version} of one in its place;
 *     empty for the bundled one
 * @param options by the engine's own names, in the given order
 */
public record Candidate(String label, String engine, String version, Map<String, String> options) {

  /**
   * The option that every candidate has: the JDK of its forks, by its feature version or its
   * folder.
   */
  public static final String JDK = "jdk";

  /** The option that every candidate has: {@code virtual} benchmark threads. */
  public static final String CLIENT_THREADS = "clientThreads";

  /** The option that every candidate has: the file of the memory allocator of its forks. */
  public static final String MALLOC = "malloc";

  /** The option that every candidate has: a jar that comes first on the class path of its forks. */
  public static final String JAR = "jar";

  /** JMH's own property, by which a JVM has them. */
  public static final String EXECUTOR = "jmh.executor";

  /** The label of one that takes turns with itself under another name, and is never the best. */
  public static final String CONTROL = "control";

  private static final String VIRTUAL = "virtual";

  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?<label>[\\w.+-]+)=)?(?<engine>[a-z][a-z0-9-]*)(?:@(?<version>(?:(?:\\w[\\w-]*(?:\\.[\\w-]+)*:){2})?\\w[\\w+-]*(?:\\.[\\w+-]+)*))?(?:\\{(?<options>.*)})?",
          Pattern.DOTALL);
  private static final Pattern LABEL = Pattern.compile("[^\\p{Cc}]{1,200}");

  public Candidate {
    if (!LABEL.matcher(label).matches()) {
      throw new IllegalArgumentException(
          "invalid label '%s' of a candidate: expected 1 to 200 printable characters, as in label=engine{option=value}"
              .formatted(Excerpt.shortened(label.replaceAll("\\p{Cc}", "?"))));
    }
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    if (!options.getOrDefault(CLIENT_THREADS, VIRTUAL).equals(VIRTUAL)) {
      throw new IllegalArgumentException(
          "invalid %s '%s' (expected virtual; without it they are platform threads)"
              .formatted(CLIENT_THREADS, options.get(CLIENT_THREADS)));
    }
  }

  /** A bundled engine without options of its own. */
  public static Candidate of(String engine) {
    return new Candidate(engine, engine, "", Map.of());
  }

  /** Copy with another name in results. */
  public Candidate named(String other) {
    return new Candidate(other, engine, version, options);
  }

  /**
   * Parses one candidate; does not check that the engine exists.
   *
   * @throws IllegalArgumentException if the form is invalid
   */
  public static Candidate parse(String text) {
    String trimmed = text.strip();
    Matcher form = FORM.matcher(trimmed);
    if (split(trimmed, ',').size() > 1 || !form.matches()) {
      throw new IllegalArgumentException(
          "invalid candidate '%s': expected [label=]engine[@version][{option=value;option=value}], for example rocksdb, rocksdb@9.10.0 or 'tuned=rocksdb{max_background_jobs=4}'"
              .formatted(Excerpt.shortened(withoutUrls(trimmed))));
    }
    String version = form.group("version") == null ? "" : form.group("version");
    Map<String, String> options = options(Objects.requireNonNullElse(form.group("options"), ""));
    Candidate unnamed = new Candidate("-", form.group("engine"), version, options);
    String label = form.group("label") == null ? unnamed.spec() : form.group("label");
    return new Candidate(label, unnamed.engine, version, options);
  }

  /**
   * Parses options such as {@code a=1;b={c=2;d=3}}, which are separated by {@code ;} outside of
   * parentheses, brackets and braces.
   *
   * @throws IllegalArgumentException if one has no name or is given twice
   */
  public static Map<String, String> options(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String part : split(text, ';')) {
      String option = part.strip();
      String[] words = option.split("(?U)\\s*=\\s*", 2);
      if (option.startsWith("=")) {
        throw new IllegalArgumentException(
            "options '%s': '%s' has no option name".formatted(text, option));
      }
      if (!option.isEmpty()
          && options.put(words[0], words.length == 1 ? "true" : words[1]) != null) {
        throw new IllegalArgumentException(
            "options '%s': option '%s' is given twice".formatted(text, words[0]));
      }
    }
    return options;
  }

  /**
   * Parses a list separated by commas.
   *
   * @throws IllegalArgumentException if one is invalid or two have the same label
   */
  public static List<Candidate> parseList(String text) {
    List<Candidate> candidates =
        split(text, ',').stream()
            .filter(each -> !each.isBlank())
            .map(Candidate::parse)
            .distinct()
            .toList();
    requireLabels(candidates);
    return candidates;
  }

  /**
   * Rejects different candidates with the same label.
   *
   * @throws IllegalArgumentException with both candidates
   */
  public static void requireLabels(List<Candidate> candidates) {
    Map<String, Candidate> byLabel = new LinkedHashMap<>();
    for (Candidate each : candidates) {
      Candidate other = byLabel.put(each.label, each);
      if (other != null && !other.equals(each)) {
        throw new IllegalArgumentException(
            "two candidates are labelled '%s': %s and %s; give one of them another label"
                .formatted(
                    withoutUrls(each.label), withoutUrls(other.spec()), withoutUrls(each.spec())));
      }
    }
  }

  /**
   * Splits outside of parentheses, brackets and braces.
   *
   * @throws IllegalArgumentException if these are unbalanced
   */
  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int begin = 0;
    for (int i = 0; i < text.length() && depth >= 0; i++) {
      char c = text.charAt(i);
      depth += "({[".indexOf(c) >= 0 ? 1 : ")}]".indexOf(c) >= 0 ? -1 : 0;
      if (c == separator && depth == 0) {
        parts.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    if (depth != 0) {
      throw new IllegalArgumentException(
          "unbalanced braces or brackets in candidate '%s': separate options with ; instead of commas and quote the whole for the shell: 'tuned=rocksdb{max_background_jobs=4;level0_file_num_compaction_trigger=8}'"
              .formatted(withoutUrls(text)));
    }
    parts.add(text.substring(begin));
    return parts;
  }

  /** Replaces URLs, which may contain a password until they are checked. */
  private static String withoutUrls(String text) {
    return text.replaceFirst("(?s)://.*", "://…");
  }

  /** The text without the label. */
  public String spec() {
    return engine
        + (version.isEmpty() ? "" : "@" + version)
        + (options.isEmpty()
            ? ""
            : options.entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining(";", "{", "}")));
  }

  /** The JDK of its forks; empty for that of the host. */
  public Optional<String> jdk() {
    return Optional.ofNullable(options.get(JDK));
  }

  /** The file of the memory allocator of its forks; empty for that of the C library. */
  public Optional<String> malloc() {
    return Optional.ofNullable(options.get(MALLOC));
  }

  /** The jar that comes first on the class path of its forks; empty for none. */
  public Optional<Path> jar() {
    return Optional.ofNullable(options.get(JAR)).map(Path::of);
  }

  /** Whether its benchmark threads are virtual ones, which JDK 21 and later have. */
  public boolean hasVirtualThreads() {
    return VIRTUAL.equals(options.get(CLIENT_THREADS));
  }

  /** The options that the engine is given. */
  public Map<String, String> engineOptions() {
    Map<String, String> all = new LinkedHashMap<>(options);
    all.keySet().removeAll(List.of(JDK, CLIENT_THREADS, MALLOC, JAR));
    return all;
  }

  /**
   * The jar of its version as {@code group:artifact:version}.
   *
   * @param artifact the engine's own, {@code group:artifact}
   */
  public String coordinates(String artifact) {
    return isForeign() ? version : artifact + ":" + version;
  }

  /** Whether its jar is another artifact than the engine's own. */
  boolean isForeign() {
    return version.contains(":");
  }

  /** Whether it is the bundled version without options. */
  public boolean isPlain() {
    return version.isEmpty() && options.isEmpty();
  }

  /** In the form of {@link #parse}. */
  @Override
  public String toString() {
    return label.equals(spec()) ? label : label + "=" + spec();
  }
}
