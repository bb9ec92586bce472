package dev.storagebench.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The last lines of {@code mvn verify}: how many tests were skipped in all modules, and why. The
 * options of Maven that run these alone are written to {@code target/skipped-tests}.
 */
public final class SkippedTests {
  /** The folders of reports, and the plugins' options that choose tests. */
  private static final Map<String, String> REPORTS =
      Map.of("target/surefire-reports", "test", "target/failsafe-reports", "it.test");

  private static final Map<String, Set<String>> NONE = Map.of("none", Set.of());

  private final Map<String, Integer> reasons = new TreeMap<>();
  private final Map<String, Map<String, Set<String>>> skipped = new TreeMap<>();
  private int tests;

  private SkippedTests() {}

  /**
   * Prints them.
   *
   * @param arguments the repository's root
   */
  public static void main(String[] arguments) throws IOException, XMLStreamException {
    SkippedTests all = new SkippedTests();
    try (Stream<Path> modules = Files.list(Path.of(arguments[0]))) {
      for (Path module : modules.toList()) {
        for (String reports : REPORTS.keySet()) {
          if (Files.isDirectory(module.resolve(reports))) {
            all.read(module.resolve(reports), REPORTS.get(reports));
          }
        }
      }
    }
    Path target = Files.createDirectories(Path.of(arguments[0], "target"));
    Files.write(target.resolve("skipped-tests"), all.options());
    int skipped = all.reasons.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf("%,d of %,d tests were skipped%n", skipped, all.tests);
    all.reasons.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(each -> System.out.printf("%5d  %s%n", each.getValue(), each.getKey()));
  }

  /** Adds what the reports of a folder, one file for each class, tell of their tests. */
  private void read(Path folder, String option) throws IOException, XMLStreamException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(each -> each.getFileName().toString().startsWith("TEST-")).toList();
    }
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(in);
        String type = "";
        String method = "";
        while (xml.hasNext()) {
          if (xml.next() != XMLStreamConstants.START_ELEMENT) {
            continue;
          }
          if (xml.getLocalName().equals("testcase")) {
            tests++;
            type = xml.getAttributeValue(null, "classname");
            // Of a parameterized one, name(Types)[number].
            method = xml.getAttributeValue(null, "name").replaceFirst("[(\\[{].*", "");
          } else if (xml.getLocalName().equals("skipped")) {
            skipped
                .computeIfAbsent(option, key -> new TreeMap<>())
                .computeIfAbsent(type, key -> new TreeSet<>())
                .add(method);
            // A condition's reason is an attribute, that of an assumption the text.
            String message = xml.getAttributeValue(null, "message");
            reasons.merge(
                reason(message == null ? xml.getElementText() : message), 1, Integer::sum);
          }
        }
      }
    }
  }

  /** One for unit tests and one for the others, {@code none} where there are none. */
  private List<String> options() {
    return REPORTS.values().stream()
        .map(option -> "-D" + option + "=" + chosen(skipped.getOrDefault(option, NONE)))
        .toList();
  }

  private static String chosen(Map<String, Set<String>> methods) {
    return methods.entrySet().stream()
        .map(each -> each.getKey() + "#" + String.join("+", each.getValue()))
        // A class as a whole has a case without a name.
        .map(each -> each.replaceFirst("#(\\+.*)?$", ""))
        .collect(Collectors.joining(","));
  }

  /** The first line, without JUnit's own words and the names of temporary folders. */
  private static String reason(String message) {
    return message
        .replaceFirst("^.*TestAbortedException:\\s*", "")
        .replaceFirst("^Assumption failed: ", "")
        .replaceFirst("^.* ==> ", "")
        .lines()
        .findFirst()
        .orElse("without a reason")
        .replaceAll("\\S*/junit-?\\d+\\S*", "a temporary folder");
  }
}
