package dev.storagebench.core.doctor;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether this JVM was started with something that makes it slower. JMH starts its forks with the
 * same flags.
 *
 * @see <a href="https://docs.oracle.com/en/java/javase/17/docs/specs/jpda/conninv.html">jdwp</a>
 */
final class JvmFlags {
  private static final String SUBJECT = "JVM flags";
  private static final List<String> DEBUGGERS = List.of("-agentlib:jdwp", "-Xrunjdwp", "-Xdebug");
  private static final List<String> AGENTS = List.of("-javaagent:", "-agentpath:", "-agentlib:");
  // One of the two compilers only, or none.
  private static final List<String> SLOWER =
      List.of("-Xint", "-Xcomp", "-XX:TieredStopAtLevel", "-XX:-TieredCompilation", "-Xcheck:jni");

  private JvmFlags() {}

  /**
   * Judges flags.
   *
   * @param flags as {@link java.lang.management.RuntimeMXBean#getInputArguments} has them
   */
  static Finding finding(List<String> flags) {
    String debuggers = among(flags, DEBUGGERS);
    if (!debuggers.isEmpty()) {
      return Finding.warn(
          SUBJECT,
          "a debugger may attach (%s): code is compiled less well for it".formatted(debuggers),
          "start without it");
    }
    String others = among(flags, Stream.concat(AGENTS.stream(), SLOWER.stream()).toList());
    return others.isEmpty()
        ? Finding.ok(SUBJECT, "no debugger, agent or restraint on compilers")
        : Finding.warn(
            SUBJECT,
            "the JVM runs with %s, whose cost is in all figures".formatted(others),
            "start without it, unless that is what is to be measured");
  }

  private static String among(List<String> flags, List<String> beginnings) {
    return flags.stream()
        .filter(flag -> beginnings.stream().anyMatch(flag::startsWith))
        .collect(Collectors.joining(" "));
  }
}
