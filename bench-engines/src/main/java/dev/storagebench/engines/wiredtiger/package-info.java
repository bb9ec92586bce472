/**
 * WiredTiger, MongoDB's B-tree, over its C interface. Its handles are structures of function
 * pointers, whose offsets depend on the version: {@link
 * dev.storagebench.engines.wiredtiger.HandleMethod} has those of some versions; any other version
 * is unsupported.
 *
 * @see <a href="https://source.wiredtiger.com/">WiredTiger's documentation</a>
 */
@NullMarked
package dev.storagebench.engines.wiredtiger;

import org.jspecify.annotations.NullMarked;
