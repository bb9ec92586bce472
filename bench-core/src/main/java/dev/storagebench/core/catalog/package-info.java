/** What the engines at hand are and do, for people who choose among them and judge the choice. */
@NullMarked
package dev.storagebench.core.catalog;

import org.jspecify.annotations.NullMarked;
