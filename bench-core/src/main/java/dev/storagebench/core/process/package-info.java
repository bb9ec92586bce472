/** Processes of a run as their marks on the system tell of them. */
@NullMarked
package dev.storagebench.core.process;

import org.jspecify.annotations.NullMarked;
