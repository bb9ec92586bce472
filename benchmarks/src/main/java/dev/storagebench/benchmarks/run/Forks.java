package dev.storagebench.benchmarks.run;

import java.nio.file.Path;
import java.util.List;

/**
 * How the forks of a run measure.
 *
 * @param folder gets the reports of crashed JVMs and the files of profilers
 * @param profilers that watch each fork
 * @param flags of the forks' JVMs, beside those that each of ours has
 * @param here whether this JVM measures, without a fork: one cell, which an IDE may watch
 */
public record Forks(Path folder, List<ProfilerSpec> profilers, List<String> flags, boolean here) {}
