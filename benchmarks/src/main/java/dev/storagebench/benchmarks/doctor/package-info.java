/**
 * Checks of what a machine can measure, what would distort that, and how to fix it. They get their
 * sources as arguments (a root folder instead of {@code /}) and report "unknown on this system"
 * where a source is missing, as on macOS.
 */
@NullMarked
package dev.storagebench.benchmarks.doctor;

import org.jspecify.annotations.NullMarked;
