/** Pages for a browser: one file each that holds its style, scripts, charts and data. */
@NullMarked
package dev.storagebench.analysis.report.html;

import org.jspecify.annotations.NullMarked;
