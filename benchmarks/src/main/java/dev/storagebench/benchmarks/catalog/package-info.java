/** The list of engines and their settings, for people who choose engines or review the adapters. */
@NullMarked
package dev.storagebench.benchmarks.catalog;

import org.jspecify.annotations.NullMarked;
