package dev.storagebench.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The last lines of {@code mvn verify}: how many tests were skipped in all modules, and why. */
public final class SkippedTests {
  private static final List<String> REPORTS =
      List.of("target/surefire-reports", "target/failsafe-reports");

  private final Map<String, Integer> reasons = new TreeMap<>();
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
        for (String reports : REPORTS) {
          if (Files.isDirectory(module.resolve(reports))) {
            all.read(module.resolve(reports));
          }
        }
      }
    }
    int skipped = all.reasons.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf("%,d of %,d tests were skipped%n", skipped, all.tests);
    all.reasons.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(each -> System.out.printf("%5d  %s%n", each.getValue(), each.getKey()));
  }

  /** Adds what the reports of a folder, one file for each class, tell of their tests. */
  private void read(Path folder) throws IOException, XMLStreamException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(each -> each.getFileName().toString().startsWith("TEST-")).toList();
    }
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(in);
        while (xml.hasNext()) {
          if (xml.next() != XMLStreamConstants.START_ELEMENT) {
            continue;
          }
          if (xml.getLocalName().equals("testcase")) {
            tests++;
          } else if (xml.getLocalName().equals("skipped")) {
            // A condition's reason is an attribute, that of an assumption the text.
            String message = xml.getAttributeValue(null, "message");
            reasons.merge(
                reason(message == null ? xml.getElementText() : message), 1, Integer::sum);
          }
        }
      }
    }
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
