/**
 * Folders of this program, and the answer to whose each is and whether it may go. A folder belongs
 * to the process that holds the lock file beside it ({@link
 * dev.storagebench.datasets.packed.OwnedFolder}), in whatever container that runs. What cannot hold
 * a lock, forks and control groups, belongs to the process that its {@link
 * dev.storagebench.core.process.ProcessMark} names.
 */
@NullMarked
package dev.storagebench.core.workspace;

import org.jspecify.annotations.NullMarked;
