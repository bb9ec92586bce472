/**
 * PerconaFT, the library of fractal trees in TokuDB, by its C interface, which is that of Berkeley
 * DB with additions: handles are structures of function pointers.
 *
 * @see <a href="https://github.com/percona/PerconaFT">PerconaFT</a>
 */
@NullMarked
package dev.storagebench.engines.perconaft;

import org.jspecify.annotations.NullMarked;
