package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.EnumNames;
import java.util.List;

/** The servers that hold the data. */
public enum Topology {
  /** One server. */
  ROUTE,
  /** A primary and two replicas, from which a proxy reads in the ratio 4 : 1. */
  READ_WRITE_SPLITTING,
  /** Two servers with half of the shards each ({@link Shard}). */
  SHARDING;

  /**
   * The servers' homes below a store's folder, the primary's first. That is the store's folder
   * itself, so that a loaded store serves topologies with and without replicas.
   */
  List<String> homes() {
    return switch (this) {
      case ROUTE -> List.of(".");
      case READ_WRITE_SPLITTING -> List.of(".", "replica-1", "replica-2");
      case SHARDING -> List.of(".", "server-1");
    };
  }

  @Override
  public String toString() {
    return EnumNames.option(this);
  }
}
