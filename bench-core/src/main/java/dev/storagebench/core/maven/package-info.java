/**
 * Artifacts fetched by the user's own Maven: servers, and engines in other versions than the
 * bundled ones.
 */
@NullMarked
package dev.storagebench.core.maven;

import org.jspecify.annotations.NullMarked;
