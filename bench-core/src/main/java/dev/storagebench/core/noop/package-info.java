/** The engine that stores nothing: what it costs is what the harness costs. */
@NullMarked
package dev.storagebench.core.noop;

import org.jspecify.annotations.NullMarked;
