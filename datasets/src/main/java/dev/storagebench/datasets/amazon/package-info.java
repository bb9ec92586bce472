/**
 * Amazon product reviews in the forms they were published in: SNAP blocks of {@code name: value}
 * lines (2013), JSON lines with the field names of 2014, 2018 and 2023, and JSON arrays of the same
 * objects. {@link dev.storagebench.datasets.amazon.AmazonFormat} says what a record's key and value
 * are.
 *
 * <p>All readers work on byte ranges of reused arrays: no string and no object is made for a good
 * record. A {@link dev.storagebench.datasets.amazon.ReviewParser} cuts records out of the input and
 * goes on behind a bad one; {@link dev.storagebench.datasets.amazon.ReviewReader} decides whether
 * to stop at it.
 */
@NullMarked
package dev.storagebench.datasets.amazon;

import org.jspecify.annotations.NullMarked;
