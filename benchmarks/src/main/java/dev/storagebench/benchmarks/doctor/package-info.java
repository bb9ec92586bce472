/**
 * What a machine can measure, what would distort a measurement on it, and how to fix that. Checks
 * get their sources as arguments (a root folder instead of {@code /}) and report "unknown on this
 * system" where a source is missing, as on macOS.
 */
@NullMarked
package dev.storagebench.benchmarks.doctor;

import org.jspecify.annotations.NullMarked;
