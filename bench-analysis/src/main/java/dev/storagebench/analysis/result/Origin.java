package dev.storagebench.analysis.result;

import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.datasets.DatasetSpec;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Code, data and machine of a run, by which a resumed run knows that nothing has changed.
 *
 * @param code a checksum of all classes and resources on the class path and in plugins
 * @param data {@code data set NAME} with its {@link DatasetSpec#identity}, {@code options of LABEL}
 *     with the contents of a candidate's option file, {@code library of ENGINE} with the version of
 *     a library or server that is not ours, and facts about the machine
 */
public record Origin(String code, Map<String, String> data) {
  /** Begins the name of the fact that identifies an engine's library or server. */
  static final String LIBRARY_OF = "library of ";

  private static final String DATA_SET = "data set ";
  private static final Pattern SHARED_LIBRARY = Pattern.compile("\\.(so|dylib|dll)\\b");

  public Origin {
    data = new TreeMap<>(data);
  }

  /** The code, the plan's data and the machine as they are now. */
  public static Origin of(RunPlan plan, Environment machine) throws IOException {
    Map<String, String> data = new TreeMap<>(machine.facts());
    data.put("loaded stores", Integer.toString(plan.stores()));
    // JMH gives them to the forks.
    List<String> flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-D"))
            .toList();
    data.put("JVM flags", flags.isEmpty() ? Manifest.NONE : String.join(" ", flags));
    for (Cell cell : plan.cells()) {
      DatasetSpec dataset = cell.get(Parameter.DATASET);
      if (!data.containsKey(DATA_SET + dataset)) {
        data.put(DATA_SET + dataset, dataset.identity());
      }
      Candidate candidate = cell.candidate();
      StorageEngine engine = Engines.of(candidate);
      Map<String, String> options = engine.resolve(candidate.engineOptions());
      if (!options.equals(candidate.engineOptions())) {
        data.put("options of " + candidate.label(), new TreeMap<>(options).toString());
      }
      candidate
          .jar()
          .ifPresent(jar -> data.put("jar of " + candidate.label(), Plugins.identity(jar)));
      if (engine.artifact().isEmpty()) {
        data.computeIfAbsent(LIBRARY_OF + candidate.label(), name -> library(engine));
      }
    }
    return new Origin(checksum(), data);
  }

  /** Copy with more facts. */
  public Origin with(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(data);
    all.putAll(more);
    return new Origin(code, all);
  }

  /** Differences to another one. */
  List<String> differences(Origin other) {
    Map<String, String> before = with(Map.of("code", code)).data;
    Map<String, String> after = other.with(Map.of("code", other.code)).data;
    return Manifest.Difference.between(before, after).stream()
        .map(Manifest.Difference::toString)
        .toList();
  }

  /** A library or server of the system, which may be another one tomorrow; loads nothing. */
  private static String library(StorageEngine engine) {
    if (!(engine.installed() instanceof Availability.Available found)) {
      return "not available";
    }
    File file = new File(found.library());
    return SHARED_LIBRARY.matcher(file.getName()).find() && file.isFile()
        ? found.version() + " " + Plugins.identity(file.toPath())
        : found.version();
  }

  /** A checksum of all classes and resources of this program and its plugins. */
  public static String checksum() throws IOException {
    CRC32 sum = new CRC32();
    String[] classPath = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    List<Path> code =
        Stream.concat(Stream.of(classPath).map(Path::of), Plugins.jars().stream()).toList();
    for (Path path : code) {
      if (Files.isDirectory(path)) {
        try (Stream<Path> files = Files.walk(path)) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            sum.update(file.toString().getBytes(StandardCharsets.UTF_8));
            sum.update(Files.readAllBytes(file));
          }
        }
      } else if (Files.exists(path)) {
        // A jar has the sums of its entries at hand.
        try (ZipFile jar = new ZipFile(path.toFile())) {
          jar.stream()
              .map(ZipEntry.class::cast)
              .sorted(Comparator.comparing(ZipEntry::getName))
              .forEach(
                  each ->
                      sum.update(
                          (each.getName() + " " + each.getCrc() + "\n")
                              .getBytes(StandardCharsets.UTF_8)));
        }
      }
    }
    return "%08x".formatted(sum.getValue());
  }
}
