package dev.storagebench.core.doctor;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.storagebench.core.doctor.Finding.Level;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.memory.ControlGroup;
import dev.storagebench.core.memory.MemoryLimiters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that can be said of this machine before anything is measured on it.
 *
 * @param ready whether engines can be measured at all: a Java that is new enough, a cache folder
 *     that can be written, and an engine that stores something
 * @param findings in the order in which they are read; the last one sums them up
 */
@JsonPropertyOrder({"ready", "findings"})
public record Diagnosis(boolean ready, List<Finding> findings) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Copies the list. */
  public Diagnosis {
    findings = List.copyOf(findings);
  }

  /**
   * Looks at this machine. Makes the cache folder, tries each limit of memory with a process, and
   * loads the engines' native libraries; unpacks a server that has been fetched.
   *
   * @param cache the cache folder
   */
  public static Diagnosis here(Path cache) {
    Machine machine = Machine.here();
    List<Finding> runtime = new ArrayList<>();
    runtime.add(
        Runtimes.java(
            Runtime.version().feature(),
            System.getProperty("java.vm.version"),
            System.getProperty("java.home")));
    runtime.add(Runtimes.processors(Runtime.getRuntime().availableProcessors()));
    runtime.addAll(Runtimes.memory(machine, groupLimit()));
    Limits limits = Limits.of(MemoryLimiters.all());
    List<Finding> disk = DiskCheck.findings(machine, cache);

    List<Finding> all = new ArrayList<>(runtime);
    all.addAll(limits.findings());
    all.addAll(disk);
    all.addAll(EnvironmentChecks.findings(machine, cache));
    int usable = 0;
    for (StorageEngine engine : Engines.all()) {
      Finding finding = EngineCheck.finding(engine);
      all.add(finding);
      usable += finding.level() == Level.OK && engine.capabilities().storesValues() ? 1 : 0;
    }
    // Either of the two begins with what nothing works without.
    boolean needed =
        runtime.get(0).level() != Level.MISSING && disk.get(0).level() != Level.MISSING;
    // A limit means nothing where files stay in the page cache.
    boolean enforced = disk.stream().noneMatch(finding -> finding.level() == Level.MISSING);
    all.add(verdict(needed, usable, limits.chosen().filter(name -> enforced)));
    return new Diagnosis(needed && usable > 0, all);
  }

  static Finding verdict(boolean needed, int usableEngines, Optional<String> limiter) {
    if (!needed || usableEngines == 0) {
      return Finding.missing(
          "verdict",
          "nothing can be measured here" + (needed ? ": no engine works" : ""),
          "see what is marked 'missing' above");
    }
    String engines =
        "%d %s can be measured".formatted(usableEngines, usableEngines == 1 ? "engine" : "engines");
    return limiter
        .map(name -> Finding.ok("verdict", engines + ", under limits of memory by " + name))
        .orElseGet(
            () ->
                Finding.warn(
                    "verdict",
                    engines + ", but under no limit of memory",
                    "see what is marked 'missing' above"));
  }

  private static Optional<Long> groupLimit() {
    try {
      return ControlGroup.limitOfThisProcess();
    } catch (IOException notTold) {
      return Optional.empty();
    }
  }

  /** As indented JSON, with the components' names. */
  public String toJson() {
    return JSON.writeValueAsString(this) + "\n";
  }
}
