package dev.storagebench.core.result;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.Plugins;
import dev.storagebench.core.run.Cell;
import dev.storagebench.core.run.RunPlan;
import dev.storagebench.datasets.DatasetSpec;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What decides whether figures of two moments may stand in one run.
 *
 * @param code a checksum of all classes and resources on the class path and in plugins
 * @param data of each data set, what it was made from: see {@link DatasetSpec#identity}; and of
 *     each candidate whose options come from a file, what is in it
 */
public record Origin(String code, Map<String, String> data) {
  private static final String OPTIONS = "options of ";

  public Origin {
    data = new TreeMap<>(data);
  }

  /** This code and the plan's data as they are now. */
  public static Origin of(RunPlan plan) throws IOException {
    Map<String, String> data = new TreeMap<>();
    for (Cell cell : plan.cells()) {
      DatasetSpec dataset = cell.settings().dataset();
      if (!data.containsKey(dataset.toString())) {
        data.put(dataset.toString(), dataset.identity());
      }
      Candidate candidate = cell.candidate();
      Map<String, String> options = Engines.of(candidate).resolve(candidate.options());
      if (!options.equals(candidate.options())) {
        data.put(OPTIONS + candidate.label(), new TreeMap<>(options).toString());
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

  /**
   * What keeps a run from going on; empty if nothing does.
   *
   * @param before the run that stopped
   * @param plan what is to be measured now, on the machine named
   * @param profilers that are to watch it
   */
  public List<String> differences(
      Manifest before, RunPlan plan, List<String> profilers, Environment here) {
    List<String> differences = new ArrayList<>();
    Origin then = before.origin();
    if (then == null) {
      return List.of("the run was made by an earlier version that did not note what it measured");
    }
    differ(differences, "code", then.code, code);
    Set<String> names = new TreeSet<>(then.data.keySet());
    names.addAll(data.keySet());
    for (String name : names) {
      differ(
          differences,
          (name.startsWith(OPTIONS) ? "" : "data set ") + name,
          then.data.getOrDefault(name, "not in it"),
          data.getOrDefault(name, "not in it"));
    }
    differ(differences, "seed", before.plan().seed(), plan.seed());
    cells(differences, before.plan(), plan);
    differ(differences, "profilers", before.profilers(), profilers);
    differ(differences, "system", before.environment().os(), here.os());
    differ(differences, "processor", before.environment().processor(), here.processor());
    differ(differences, "processors", before.environment().processors(), here.processors());
    differ(differences, "JVM", before.environment().jvm(), here.jvm());
    return differences;
  }

  private static void cells(List<String> differences, RunPlan before, RunPlan now) {
    Set<Cell> then = new HashSet<>();
    before.cells().forEach(cell -> then.add(cell.withRounds(0)));
    List<Cell> added =
        now.cells().stream().filter(cell -> !then.contains(cell.withRounds(0))).toList();
    Set<Cell> today = new HashSet<>();
    now.cells().forEach(cell -> today.add(cell.withRounds(0)));
    List<Cell> gone =
        before.cells().stream().filter(cell -> !today.contains(cell.withRounds(0))).toList();
    if (added.isEmpty() && gone.isEmpty()) {
      return;
    }
    // Mostly all cells differ in the same setting: that is told, and not the cells.
    Set<String> settings = new LinkedHashSet<>();
    for (Cell was : gone) {
      added.stream()
          .filter(is -> is.workload().equals(was.workload()))
          .filter(is -> is.label().equals(was.label()))
          .findFirst()
          .ifPresent(is -> settings.addAll(settings(was, is)));
    }
    if (settings.isEmpty()) {
      differ(differences, "cells", first(gone), first(added));
    }
    settings.forEach(each -> differences.add("cells: " + each));
  }

  private static List<String> settings(Cell was, Cell is) {
    List<String> settings = new ArrayList<>();
    Set<String> names = new TreeSet<>(was.parameters().keySet());
    names.addAll(is.parameters().keySet());
    for (String name : names) {
      differ(
          settings,
          name,
          was.parameters().getOrDefault(name, "not given"),
          is.parameters().getOrDefault(name, "not given"));
    }
    differ(settings, "threads", was.threads(), is.threads());
    differ(settings, "timing", was.timing(), is.timing());
    return settings.stream().map(each -> each.replace(": was", " was")).toList();
  }

  private static String first(List<Cell> cells) {
    return cells.isEmpty() ? "none more" : cells.size() + " of their own, as " + cells.get(0);
  }

  private static void differ(List<String> differences, String what, Object then, Object now) {
    if (!then.equals(now)) {
      differences.add("%s: was %s, is %s".formatted(what, then, now));
    }
  }
}
