package dev.storagebench.sql.proxy;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One of the {@value #COUNT} parts of a sharded table, as ShardingSphere 5.1.1 lays out {@code
 * autoTables} with {@code HASH_MOD} over {@value #DATABASES} databases.
 *
 * @param index from 0
 */
public record Shard(int index) {
  /** Shards of a table. */
  public static final int COUNT = 16;

  /** Databases that hold them, in turn. */
  public static final int DATABASES = 4;

  /** All of them, in order. */
  public static List<Shard> all() {
    return IntStream.range(0, COUNT).mapToObj(Shard::new).toList();
  }

  /**
   * Shard of a row.
   *
   * @param id its key; below 0 ShardingSphere hashes {@code int} and {@code long} differently
   * @see <a
   *     href="https://github.com/apache/shardingsphere/blob/5.1.1/shardingsphere-features/shardingsphere-sharding/shardingsphere-sharding-core/src/main/java/org/apache/shardingsphere/sharding/algorithm/sharding/mod/HashModShardingAlgorithm.java">HashModShardingAlgorithm</a>
   */
  public static Shard of(long id) {
    return new Shard((int) (Math.abs((long) Long.hashCode(id)) % COUNT));
  }

  /** The position of its database in {@link ServerGroup#databases}. */
  public int database() {
    return index % DATABASES;
  }

  /**
   * The table's name in that database.
   *
   * @param logical the table's name for clients of the proxy
   */
  public String table(String logical) {
    return logical + "_" + index;
  }
}
