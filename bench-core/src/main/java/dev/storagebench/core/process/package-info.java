/** Identities of processes, forks that outlive their run, and daemons. */
@NullMarked
package dev.storagebench.core.process;

import org.jspecify.annotations.NullMarked;
