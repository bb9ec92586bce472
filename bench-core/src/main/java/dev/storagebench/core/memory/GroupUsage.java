package dev.storagebench.core.memory;

import org.jspecify.annotations.Nullable;

/**
 * Memory usage of a control group.
 *
 * @param refaultedPages page cache read again after they had been pushed out, since the start
 * @param limitHits how often the limit held back an allocation, since the start: {@code max} of
 *     {@code memory.events}; null of version 1, where Linux 6.18 counts none
 */
public record GroupUsage(
    long pageCacheBytes, long anonymousBytes, long refaultedPages, @Nullable Long limitHits) {
  static final GroupUsage NONE = new GroupUsage(0, 0, 0, null);

  /** Copy with the counts since an earlier usage of the same group. */
  public GroupUsage since(GroupUsage earlier) {
    Long hits = limitHits;
    Long before = earlier.limitHits;
    return new GroupUsage(
        pageCacheBytes,
        anonymousBytes,
        refaultedPages - earlier.refaultedPages,
        hits == null || before == null ? hits : Long.valueOf(hits - before));
  }
}
