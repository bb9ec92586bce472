package dev.storagebench.benchmarks.doctor;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.storagebench.benchmarks.doctor.CheckResult.Level;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Availability.Available;
import dev.storagebench.core.engine.Availability.Unsupported;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import dev.storagebench.core.memory.MemoryLimiter;
import dev.storagebench.core.process.Program;
import dev.storagebench.core.text.Figures;
import dev.storagebench.core.text.TextStyle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.WordUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Diagnosis of a machine: the engines it can measure and the conditions that distort them.
 *
 * @param ready whether anything can be measured: the cache folder is writable and an engine works
 * @param findings in reading order; the last one is the verdict
 */
@JsonPropertyOrder({"ready", "findings"})
public record Diagnosis(boolean ready, List<CheckResult> findings) {
  private static final int MESSAGE_COLUMN = 30;
  private static final int MAX_COLUMNS = 100;

  /**
   * Checks this machine. Creates the cache folder and tries each memory limiter with a process;
   * loads no engine and starts no server.
   */
  public static Diagnosis here(Path cache) {
    Machine machine = Machine.here();
    List<CheckResult> all = new ArrayList<>();
    all.add(
        CheckResult.ok(
            "java",
            "Java %s in %s"
                .formatted(
                    System.getProperty("java.vm.version"), System.getProperty("java.home"))));
    all.add(processors(Runtime.getRuntime().availableProcessors()));
    all.add(memory(machine));
    Optional<String> limiter = limiters(MemoryLimiter.all(), all);
    List<CheckResult> disk = DiskChecks.findings(cache);
    all.addAll(disk);
    all.addAll(EnvironmentChecks.findings(machine, cache));
    all.addAll(programs(Program.ofRuns()));
    boolean writable = disk.size() > 1;
    int usable = 0;
    for (StorageEngine engine : Engines.all()) {
      CheckResult finding = engine(engine);
      all.add(finding);
      usable += finding.level() == Level.OK && engine.capabilities().storesValues() ? 1 : 0;
    }
    // Files that stay in the page cache defeat a limit.
    boolean enforced = disk.stream().noneMatch(finding -> finding.level() == Level.MISSING);
    all.add(verdict(writable ? usable : 0, limiter.filter(name -> enforced)));
    return new Diagnosis(writable && usable > 0, all);
  }

  private static CheckResult processors(int processors) {
    return processors > 1
        ? CheckResult.ok("processors", "%d processors".formatted(processors))
        : CheckResult.warn(
            "processors",
            "a single processor: engine, garbage collector and JIT compiler compete for it",
            "use a machine with at least two");
  }

  static CheckResult memory(Machine machine) {
    return CheckResult.ok(
        "memory",
        "%s of memory, %s available"
            .formatted(size(machine, "MemTotal"), size(machine, "MemAvailable")));
  }

  private static String size(Machine machine, String name) {
    return machine.memory(name).map(bytes -> Figures.size((double) bytes)).orElse("unknown");
  }

  /**
   * Tries each limiter.
   *
   * @param findings receives one for each, and one for the choice
   * @return the name of the first that works
   */
  static Optional<String> limiters(List<MemoryLimiter> limiters, List<CheckResult> findings) {
    Optional<String> chosen = Optional.empty();
    for (MemoryLimiter limiter : limiters) {
      Optional<String> missing = limiter.missing();
      String subject = "limit " + limiter.name();
      findings.add(
          missing
              .map(reason -> CheckResult.missing(subject, reason, ""))
              .orElseGet(() -> CheckResult.ok(subject, "works")));
      if (chosen.isEmpty() && missing.isEmpty()) {
        chosen = Optional.of(limiter.name());
      }
    }
    findings.add(
        chosen
            .map(name -> CheckResult.ok("memory limit", "--memory uses " + name))
            .orElseGet(
                () ->
                    CheckResult.missing(
                        "memory limit",
                        "memory limits cannot be enforced here: cells with a limit are unsupported",
                        "enable one of the limiters above, or use --memory none")));
    return chosen;
  }

  /** One finding for each that is missing, else a single one. */
  static List<CheckResult> programs(List<Program> used) {
    List<CheckResult> missing =
        used.stream()
            .filter(each -> !each.isHere())
            .map(
                each ->
                    CheckResult.missing(
                        "program " + each.names().get(0), each.lack(), each.remedy()))
            .toList();
    return missing.isEmpty() ? List.of(CheckResult.ok("programs", "all that runs use")) : missing;
  }

  private static CheckResult engine(StorageEngine engine) {
    String subject = "engine " + engine.name();
    try {
      Availability availability = Engines.installed(engine);
      if (availability instanceof Unsupported unsupported) {
        return CheckResult.missing(subject, unsupported.reason(), unsupported.remedy());
      }
      Available available = (Available) availability;
      return CheckResult.ok(
          subject, "version %s (%s)".formatted(available.version(), available.library()));
    } catch (EngineException e) {
      return CheckResult.missing(subject, String.valueOf(e.getMessage()), "");
    } catch (LinkageError e) {
      return CheckResult.missing(subject, "does not load: " + e.getMessage(), "");
    }
  }

  /**
   * The verdict on all of it.
   *
   * @param engines the number of usable engines
   */
  static CheckResult verdict(int engines, Optional<String> limiter) {
    if (engines == 0) {
      return CheckResult.missing("verdict", "nothing can be measured here", "see 'missing' above");
    }
    String found = "%d %s can be measured".formatted(engines, engines == 1 ? "engine" : "engines");
    return limiter
        .map(name -> CheckResult.ok("verdict", found + ", with memory limits (" + name + ")"))
        .orElseGet(
            () ->
                CheckResult.warn(
                    "verdict", found + ", without memory limits", "see 'missing' above"));
  }

  /** Indented JSON. */
  public String json() {
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
  }

  /**
   * A line for each finding and an indented one for its remedy, wrapped at the terminal's width,
   * 100 columns at most.
   */
  public String text(TextStyle style) {
    int columns = Math.min(MAX_COLUMNS, style.columns());
    StringBuilder text = new StringBuilder();
    for (CheckResult finding : findings) {
      String level = finding.level().name().toLowerCase(Locale.ROOT);
      String head = "%-8s %-20s ".formatted(level, finding.subject());
      text.append(style.paint(tone(finding.level()), level))
          .append(wrap(head, finding.message(), columns).substring(level.length()));
      if (!finding.remedy().isEmpty()) {
        text.append(wrap(" ".repeat(MESSAGE_COLUMN) + "-> ", finding.remedy(), columns));
      }
    }
    return text.toString();
  }

  private static TextStyle.Tone tone(Level level) {
    return switch (level) {
      case OK -> TextStyle.Tone.GOOD;
      case WARN -> TextStyle.Tone.DOUBT;
      case MISSING -> TextStyle.Tone.BAD;
    };
  }

  /** A head and the message; further lines are indented below the message. */
  private static String wrap(String head, String message, int columns) {
    String indent = "\n" + " ".repeat(head.length());
    return head + WordUtils.wrap(message, columns - head.length(), indent, false) + "\n";
  }
}
