/**
 * Generated records that behave like real text: {@link
 * dev.storagebench.datasets.synthetic.RecordGenerator} makes any record in constant time from
 * (seed, index); the formats {@code reviews}, {@code finefoods}, {@code articles} and {@code
 * short-articles} read them as a stream. Sizes, word frequencies and compressibility follow real
 * samples; no word of the text does. {@code docs/decisions/0006-generated-text.md} says how
 * closely, and what is not modelled.
 */
@NullMarked
package dev.storagebench.datasets.synthetic;

import org.jspecify.annotations.NullMarked;
