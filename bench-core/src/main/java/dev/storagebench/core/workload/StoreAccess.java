package dev.storagebench.core.workload;

import dev.storagebench.core.engine.Session;

/**
 * A thread's session, and what its client needs to know of the store.
 *
 * @param session the thread's own, which the client closes
 * @param set the stored keys, or a sample of them, and payloads to write
 * @param seeds decide the operations
 * @param maxValueBytes the longest value that may be stored
 * @param verifies false for an engine that stores no values: its results are hashed and checked
 *     like others, so that the harness costs the same, but never rejected
 */
public record StoreAccess(
    Session session, WorkingSet set, Seeds seeds, int maxValueBytes, boolean verifies) {}
