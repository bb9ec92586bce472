/**
 * LevelDB over leveldbjni, the binding of 2013 that most Java programs with LevelDB in them still
 * have. It carries the interfaces of {@code org.iq80.leveldb} in its JAR, which iq80's own LevelDB
 * in Java has as well; the two cannot share a class path, and that one loses tables under
 * concurrent use, so it is left out.
 */
@NullMarked
package dev.storagebench.engines.leveldbjni;

import org.jspecify.annotations.NullMarked;
