package dev.storagebench.benchmarks;

import dev.storagebench.core.launch.Kubernetes;
import dev.storagebench.core.launch.Launcher;
import dev.storagebench.core.run.ClientProcess;
import dev.storagebench.core.run.ControllerProcess;
import dev.storagebench.core.suite.Cell;
import dev.storagebench.core.suite.RunPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a run is spread over machines. */
final class LaunchOptions {
  static final String HEADING = "%nOn several machines (docs/many-machines.md):%n";
  static final String MACHINES = "--machines";
  static final String LAUNCH = "--launch";

  @Option(
      names = MACHINES,
      paramLabel = "N",
      description =
          "Measure the rounds of the plan on up to N machines at once, each round whole on one of them, and merge them. With --launch slurm[:OPTIONS of sbatch].")
  private @Nullable Integer machines;

  @Option(
      names = "--only-round",
      paramLabel = "K",
      description =
          "Measure only this round of the plan, from 1, into --out, which appears when it is complete. For schedulers; report A B … merges rounds.")
  private @Nullable Integer onlyRound;

  @Option(
      names = "--dry-run",
      description =
          "With --launch kubernetes[:IMAGE]: print the manifests, for kubectl apply -f -. No cluster has run them yet.")
  private boolean dryRun;

  /** Empty for a run on this machine. */
  OptionalInt machines() {
    if (machines != null && machines < 1) {
      throw new IllegalArgumentException(
          "invalid --machines '%d' (expected 1 or more)".formatted(machines));
    }
    return machines == null || onlyRound != null ? OptionalInt.empty() : OptionalInt.of(machines);
  }

  /** From 0; empty for all. */
  OptionalInt onlyRound() {
    return onlyRound == null ? OptionalInt.empty() : OptionalInt.of(onlyRound - 1);
  }

  /** Whether the run is to be printed as manifests. */
  boolean manifestsOnly() {
    if (dryRun && !(launcher() instanceof Kubernetes)) {
      throw new IllegalArgumentException("--dry-run needs --launch kubernetes[:IMAGE]");
    }
    return dryRun;
  }

  /** The manifests for the rounds of a plan, or for the clients of one of its cells. */
  String manifests(RunPlan plan, List<String> arguments) throws IOException {
    Kubernetes kubernetes = (Kubernetes) launcher();
    int clients = plan.cells().stream().mapToInt(Cell::clients).max().orElse(1);
    if (machines != null) {
      return kubernetes.rounds(plan.rounds(), machines, ofOneRound(arguments));
    }
    if (clients < 2) {
      throw new IllegalArgumentException("--launch kubernetes needs --machines N or --clients N");
    }
    String listen = System.getProperty(ControllerProcess.LISTEN_PROPERTY, "");
    if (listen.isEmpty()) {
      throw new IllegalArgumentException(
          "clients in pods need --listen HOST:PORT, the address of this machine that they connect to");
    }
    return kubernetes.clients(
        "storage-bench-clients",
        clients,
        List.of("-cp", "", ClientProcess.class.getName()),
        "a line that the controller writes for each cell",
        ControllerProcess.listenAt(listen));
  }

  private Launcher launcher() {
    return Launcher.parse(launch().isEmpty() ? "local" : launch());
  }

  /** The arguments of a run without those by which it is spread. */
  static List<String> ofOneRound(List<String> arguments) {
    List<String> valued = List.of("--out", MACHINES, LAUNCH);
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (valued.contains(word)) {
        i++;
      } else if (!List.of("--resume", "--dry-run").contains(word)
          && !valued.contains(word.replaceFirst("=.*", ""))) {
        rest.add(word);
      }
    }
    return rest;
  }

  /** The value of {@code --launch}, which {@link PlaceOptions} has; empty if none is given. */
  String launch() {
    return System.getProperty(ControllerProcess.LAUNCH_PROPERTY, "");
  }
}
