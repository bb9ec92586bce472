package dev.storagebench.core.run;

import java.util.List;
import java.util.stream.Stream;

/**
 * What JMH puts into a fork's command line for us.
 *
 * @param launcher words before the JVM
 * @param flags words between the JVM and its main class
 */
record ForkCommand(List<String> launcher, List<String> flags) {

  ForkCommand {
    launcher = List.copyOf(launcher);
    flags = List.copyOf(flags);
  }

  /** This command line with one flag more. */
  ForkCommand with(String flag) {
    return new ForkCommand(launcher, Stream.concat(flags.stream(), Stream.of(flag)).toList());
  }
}
