/**
 * Recorded traffic: traces of operations, with keys, sizes and times but without values.
 *
 * @see <a href="https://github.com/twitter/cache-trace">Twitter's cache traces</a>
 */
@NullMarked
package dev.storagebench.datasets.trace;

import org.jspecify.annotations.NullMarked;
