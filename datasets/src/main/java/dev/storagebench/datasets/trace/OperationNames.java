package dev.storagebench.datasets.trace;

import dev.storagebench.datasets.packed.Operation;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The operations that traces name, and what is replayed for each. For one thread. */
final class OperationNames {
  /** More names than this are counted as one. */
  private static final int MAX_NAMES = 24;

  private static final int MAX_SHOWN = 40;
  private static final String OTHERS = "other operations";

  /** memcached's, those of RocksDB, Redis and YCSB, and the leases of memcached's forks. */
  private static final Map<String, Operation> BY_NAME =
      Stream.of(
              names(Operation.GET, "get gets gat read mget multiget get_lease lookup"),
              names(Operation.PUT, "set put write insert update set_lease putentity"),
              names(Operation.UPDATE, "add replace cas append prepend incr decr merge"),
              names(Operation.UPDATE, "readmodifywrite incrby decrby getset"),
              names(Operation.DELETE, "delete del remove singledelete unlink"))
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private final Map<String, Operation> own;
  // The names as the trace writes them, and what they mean.
  private final Map<String, Named> seen = new HashMap<>();

  /**
   * An operation of the trace.
   *
   * @param replayed null if there is no counterpart
   * @param expectsValue whether the operation is meant for a key that is stored
   */
  record Named(String name, @Nullable Operation replayed, boolean expectsValue) {}

  /**
   * Knows the usual names and others.
   *
   * @param own names that mean something else, or nothing, without it
   */
  OperationNames(Map<String, Operation> own) {
    this.own = own;
  }

  private static List<Map.Entry<String, Operation>> names(Operation operation, String names) {
    return Stream.of(names.split(" ", -1)).map(name -> Map.entry(name, operation)).toList();
  }

  /** Whether a trace with these names of its own could name an operation so. */
  static boolean isKnown(String name, Map<String, Operation> own) {
    return own.containsKey(normal(name)) || BY_NAME.containsKey(normal(name));
  }

  /** The valid names. */
  static String valid() {
    return BY_NAME.keySet().stream().sorted().collect(Collectors.joining(", "));
  }

  static String normal(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }

  /** The operation that these bytes name. */
  Named of(byte[] array, int from, int to) {
    String given = new String(array, from, to - from, StandardCharsets.UTF_8);
    Named known = seen.get(given);
    if (known != null) {
      return known;
    }
    String name = normal(given);
    Operation operation = own.containsKey(name) ? own.get(name) : BY_NAME.get(name);
    boolean expectsValue =
        operation == Operation.GET || (operation == Operation.UPDATE && !name.equals("add"));
    Named named = new Named(printable(name), operation, expectsValue);
    if (seen.size() >= MAX_NAMES) {
      return operation == null ? new Named(OTHERS, null, false) : named;
    }
    seen.put(given, named);
    return named;
  }

  private static String printable(String name) {
    String text = name.replaceAll("[^\\p{Graph} ]", "?");
    return text.isEmpty()
        ? "(empty)"
        : text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
  }
}
