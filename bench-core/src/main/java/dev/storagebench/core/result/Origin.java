package dev.storagebench.core.result;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.suite.RunPlan;
import dev.storagebench.datasets.DatasetSpec;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The code and data of a run, by which a resumed run knows that nothing has changed.
 *
 * @param code a checksum of all classes and resources on the class path and in plugins
 * @param data {@code data set NAME} with its {@link DatasetSpec#identity}, and {@code options of
 *     LABEL} with the contents of a candidate's option file
 */
public record Origin(String code, Map<String, String> data) {
  private static final String DATA_SET = "data set ";

  public Origin {
    data = new TreeMap<>(data);
  }

  /** The code and the plan's data as they are now. */
  public static Origin of(RunPlan plan) throws IOException {
    Map<String, String> data = new TreeMap<>();
    for (Cell cell : plan.cells()) {
      DatasetSpec dataset = cell.settings().dataset();
      if (!data.containsKey(DATA_SET + dataset)) {
        data.put(DATA_SET + dataset, dataset.identity());
      }
      Candidate candidate = cell.candidate();
      Map<String, String> options = Engines.of(candidate).resolve(candidate.options());
      if (!options.equals(candidate.options())) {
        data.put("options of " + candidate.label(), new TreeMap<>(options).toString());
      }
    }
    return new Origin(checksum(), data);
  }

  private static String checksum() throws IOException {
    CRC32 sum = new CRC32();
    List<Path> code = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      code.add(Path.of(entry));
    }
    code.addAll(Plugins.jars());
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
