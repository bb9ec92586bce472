package dev.storagebench.benchmarks.command;

import dev.storagebench.analysis.compare.Reproduction;
import dev.storagebench.analysis.conclusion.RunFacts;
import dev.storagebench.analysis.report.ReproductionText;
import dev.storagebench.analysis.report.StoredRun;
import dev.storagebench.analysis.report.Submission;
import dev.storagebench.analysis.result.Environment;
import dev.storagebench.analysis.result.Manifest;
import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.analysis.suite.SuiteInfo;
import dev.storagebench.analysis.suite.SuitePlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.core.text.Shell;
import dev.storagebench.core.workspace.CacheFolder;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.input.StreamFormat;
import dev.storagebench.datasets.synthetic.GeneratedFormat;
import dev.storagebench.sql.workload.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reproduce}: a published run again, on this machine. */
@Command(
    name = "reproduce",
    header = "Repeats a published run here and says which of its ratios agree.")
final class ReproduceCommand extends ConsoleCommand {
  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "Results folder of the run, or a packed run.")
  private Path published = Path.of("");

  @Option(names = "--rounds", paramLabel = "N", descriptionKey = "reproduce.rounds")
  private @Nullable Integer rounds;

  @Option(names = "--engines", paramLabel = "CANDIDATES", descriptionKey = "reproduce.engines")
  private String engines = "";

  @Option(names = "--script", paramLabel = "FILE", descriptionKey = "reproduce.script")
  private List<String> scripts = List.of();

  @Option(names = "--sample", descriptionKey = "reproduce.sample")
  private boolean sample;

  @ArgGroup(validate = false, heading = "%nResults:%n")
  private RunOptions.Results results = new RunOptions.Results();

  @ArgGroup(validate = false, heading = PlaceOptions.HEADING)
  private PlaceOptions place = new PlaceOptions();

  @Override
  public Integer call() throws Exception {
    CacheFolder cache = place.apply(out());
    Manifest theirs = StoredRun.read(published);
    if (sample) {
      String here = RunFacts.machineClass(Environment.here(cache.root(), List.of()));
      Optional<Manifest> some = Submission.sample(theirs, here, ReproduceCommand::runsHere);
      if (some.isEmpty()) {
        out()
            .printf(
                "not re-run: measured on %s; this is %s, where no workload of two of its candidates can be repeated%n",
                RunFacts.machineClass(theirs.environment()), here);
        return 0;
      }
      theirs = some.get();
    }
    requireTrusted(theirs.plan(), scripts);
    Manifest run = onThisMachine(theirs, engines);
    SuiteInfo suite = run.suite();
    if (suite == null) {
      throw new IllegalArgumentException(published + " is not the run of a suite");
    }
    SuitePlan planned =
        new SuitePlan(suite, rounds == null ? run.plan() : run.plan().upTo(rounds), run.leftOut())
            .here();
    PlannedRun here = new PlannedRun(shell(), planned, RunOptions.of(results, place));
    int exit = here.run();
    out().printf("%nReproduction of %s%n", published);
    Reproduction again = Reproduction.of(run, here.results().read());
    out().print(new ReproductionText(again).text(style()));
    if (sample) {
      out().println(again.outcome().name().toLowerCase(Locale.ROOT));
    }
    return exit;
  }

  /** Whether a cell needs nothing that is not here: no server, and no file that it names. */
  static boolean runsHere(Cell cell) {
    Candidate candidate = cell.candidate();
    return isGenerated(cell.get(Parameter.DATASET))
        && !cell.get(Parameter.WORKLOAD).startsWith(Script.FILE)
        && Engines.localReferences(candidate).isEmpty()
        && Engines.find(candidate.engine())
            .filter(each -> !each.capabilities().isServer())
            .filter(each -> each.installed() instanceof Availability.Available)
            .isPresent();
  }

  private static boolean isGenerated(DatasetSpec data) {
    return data.namesFormat()
        && (data.recordFormat() instanceof GeneratedFormat
            || (data.recordFormat() instanceof StreamFormat files
                && files.source(data.argument()).isEmpty()));
  }

  /** Refuses files with SQL, which a server would carry out with the user's rights, but these. */
  static void requireTrusted(RunPlan plan, List<String> scripts) {
    for (Cell cell : plan.cells()) {
      String workload = cell.get(Parameter.WORKLOAD);
      String script = workload.replaceFirst("^" + Script.FILE, "");
      if (!script.equals(workload) && !scripts.contains(script)) {
        throw new IllegalArgumentException(
            "the run names a SQL script to execute here; if you trust it: --script %s"
                .formatted(Shell.quoted(script)));
      }
    }
  }

  /**
   * The run with these candidates of this machine in place of its own, which may name no files.
   *
   * @throws IllegalArgumentException if one does, or a value of the run is none of a suite's
   */
  static Manifest onThisMachine(Manifest run, String engines) {
    List<Candidate> given = new ArrayList<>(Candidate.parseList(engines));
    given.forEach(Engines::requireNamed);
    Map<Candidate, Candidate> here = new LinkedHashMap<>();
    for (Candidate theirs : run.plan().cells().stream().map(Cell::candidate).distinct().toList()) {
      here.put(theirs, onThisMachine(theirs, given));
    }
    if (!given.isEmpty()) {
      throw NearestName.unknown(
          "candidate of the run",
          given.get(0).label(),
          here.keySet().stream().map(Candidate::label).toList());
    }
    Manifest local = run.with(theirs -> here.getOrDefault(theirs, theirs));
    local.plan().cells().forEach(Cell::requireValid);
    return local;
  }

  /**
   * A candidate as it is run here.
   *
   * @param given from the command line; one that takes its place is removed
   */
  private static Candidate onThisMachine(Candidate theirs, List<Candidate> given) {
    List<String> files = Engines.localReferences(theirs);
    Optional<Candidate> mine =
        given.stream()
            .filter(
                each ->
                    each.label().equals(theirs.label())
                        || (!files.isEmpty() && each.engine().equals(theirs.engine())))
            .findFirst();
    if (mine.isEmpty() && !files.isEmpty()) {
      throw new IllegalArgumentException(
          "candidate %s of the run names what would be loaded or read here (%s): if you trust it, give the candidate yourself: --engines %s"
              .formatted(
                  theirs.label(), String.join("; ", files), Shell.quoted(theirs.toString())));
    }
    mine.ifPresent(given::remove);
    boolean isNamed = !theirs.label().equals(theirs.spec());
    return mine.map(each -> isNamed ? each.named(theirs.label()) : each).orElse(theirs);
  }
}
