package dev.storagebench.core.engine;

import java.util.Set;

/**
 * What an engine can do.
 *
 * @param ordered keys are kept in unsigned byte order and {@link Session#scan} works
 * @param batches several puts can be stored together or not at all, by {@link Session#batch}
 * @param cache where the engine keeps what it has read
 * @param storesValues false only for {@code noop}, whose values cannot be verified
 * @param compressions the codecs its settings accept, {@link Compression#NONE} among them
 * @param durabilities the promises it can keep exactly; a stronger one may stand in for a weaker
 *     one and is then reported as {@link AppliedSetting.Role#REPLACED}
 */
public record Capabilities(
    boolean ordered,
    boolean batches,
    CacheHome cache,
    boolean storesValues,
    Set<Compression> compressions,
    Set<Durability> durabilities) {

  public Capabilities {
    compressions = Set.copyOf(compressions);
    durabilities = Set.copyOf(durabilities);
    if (!compressions.contains(Compression.NONE)) {
      throw new IllegalArgumentException("every engine must run without compression");
    }
  }
}
