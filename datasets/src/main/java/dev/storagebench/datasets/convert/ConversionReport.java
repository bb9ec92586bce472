package dev.storagebench.datasets.convert;

import java.util.OptionalLong;

/**
 * What was written.
 *
 * @param records records written
 * @param badRecords records left out because they could not be parsed
 * @param duplicateKeys records whose key had been seen before; only known, and only dealt with, for
 *     a packed record file
 * @param rawBytes the bytes of all keys and values written
 * @param fileBytes the file's size; empty for a stream
 */
public record ConversionReport(
    long records,
    long badRecords,
    OptionalLong duplicateKeys,
    long rawBytes,
    OptionalLong fileBytes) {}
