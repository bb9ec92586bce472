/**
 * What a machine can and cannot measure, what would spoil a measurement on it, and the way out of
 * each. Every check gets its sources handed in (a root folder instead of {@code /}, a figure
 * instead of a clock), and says "not known here" where a source is missing, as on macOS.
 */
@NullMarked
package dev.storagebench.core.doctor;

import org.jspecify.annotations.NullMarked;
