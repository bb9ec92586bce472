/** Shared libraries that are not in a jar: where the system or the user keeps them. */
@NullMarked
package dev.storagebench.engines.library;

import org.jspecify.annotations.NullMarked;
