package dev.storagebench.core.memory;

/**
 * Memory usage of a control group.
 *
 * @param pageCacheBytes page cache
 * @param anonymousBytes anonymous memory of its processes
 * @param refaultedPages page cache read again after they had been pushed out, since the start
 * @param limitHits how often the limit held back an allocation, since the start ({@code max} of
 *     {@code memory.events}; of version 1, {@code failcnt} with and without swap)
 */
public record GroupUsage(
    long pageCacheBytes, long anonymousBytes, long refaultedPages, long limitHits) {
  static final GroupUsage NONE = new GroupUsage(0, 0, 0, 0);

  /** The same, with what was counted since an earlier usage of the same group. */
  GroupUsage since(GroupUsage earlier) {
    return new GroupUsage(
        pageCacheBytes,
        anonymousBytes,
        refaultedPages - earlier.refaultedPages,
        limitHits - earlier.limitHits);
  }
}
