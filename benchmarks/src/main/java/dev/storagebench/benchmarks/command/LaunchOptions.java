package dev.storagebench.benchmarks.command;

import dev.storagebench.benchmarks.run.ControllerProcess;
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

  @Option(names = MACHINES, paramLabel = "N")
  private @Nullable Integer machines;

  @Option(names = "--only-round", paramLabel = "K")
  private @Nullable Integer onlyRound;

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

  /** The arguments of a run without those by which it is spread. */
  static List<String> ofOneRound(List<String> arguments) {
    List<String> valued = List.of("--out", MACHINES, LAUNCH);
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (valued.contains(word)) {
        i++;
      } else if (!word.equals("--resume") && !valued.contains(word.replaceFirst("=.*", ""))) {
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
