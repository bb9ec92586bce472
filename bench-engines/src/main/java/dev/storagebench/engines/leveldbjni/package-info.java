/**
 * LevelDB over leveldbjni, the binding of 2013 that most Java programs with LevelDB still use. Its
 * JAR contains the interfaces of {@code org.iq80.leveldb}, as does iq80's LevelDB in Java; the two
 * cannot share a class path, and the latter loses tables under concurrent use, so it is left out.
 */
@NullMarked
package dev.storagebench.engines.leveldbjni;

import org.jspecify.annotations.NullMarked;
