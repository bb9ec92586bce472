/** Figures and tables as text. */
@NullMarked
package dev.storagebench.core.text;

import org.jspecify.annotations.NullMarked;
