/**
 * Amazon product reviews in the forms they were published in: SNAP blocks of {@code name: value}
 * lines (2013), JSON lines with the field names of 2014, 2018 and 2023, and JSON arrays of the same
 * objects. {@link dev.storagebench.datasets.amazon.AmazonFormat} defines a record's key and value.
 */
@NullMarked
package dev.storagebench.datasets.amazon;

import org.jspecify.annotations.NullMarked;
