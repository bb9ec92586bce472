/** Identities of processes, and forks that outlive their run. */
@NullMarked
package dev.storagebench.core.process;

import org.jspecify.annotations.NullMarked;
