package dev.storagebench.engines;

import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Capabilities.Feature;
import dev.storagebench.core.engine.Capabilities.ServerMemory;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.Condition;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EmbeddedEngine;
import dev.storagebench.datasets.ResourceLines;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An engine with a line in {@code engines.txt}, of what is known before its library is loaded. */
public abstract class ListedEngine extends EmbeddedEngine {
  private final Map<String, String> facts;

  /** An engine of this name. */
  protected ListedEngine(String name) {
    super(name, facts(name).getOrDefault("artifact", ""));
    this.facts = facts(name);
  }

  private static Map<String, String> facts(String name) {
    return ResourceLines.of(ListedEngine.class, "engines.txt").stream()
        .map(line -> line.split(" ", 2))
        .filter(words -> words[0].equals(name))
        .map(words -> Candidate.options(words[1]))
        .findFirst()
        .orElseThrow();
  }

  /** A part of the line, or the default. */
  protected final String fact(String name, String byDefault) {
    return facts.getOrDefault(name, byDefault);
  }

  private <E extends Enum<E>> EnumSet<E> constants(Class<E> type, String fact, String byDefault) {
    return Stream.of(fact(fact, byDefault).split(",", 0))
        .filter(name -> !name.isEmpty())
        .map(name -> Enum.valueOf(type, name))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(type)));
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        EnumSet.complementOf(constants(Feature.class, "without", "")),
        CacheLocation.valueOf(fact("cache", "")),
        constants(Compression.class, "compressions", "NONE"),
        constants(Durability.class, "durabilities", "NONE,PROCESS,SYNC"),
        ServerMemory.NONE);
  }

  @Override
  public final boolean pureJava() {
    return Boolean.parseBoolean(fact("java", "false"));
  }

  @Override
  public final int storeRevision() {
    return Integer.parseInt(fact("revision", "1"));
  }

  @Override
  public final int warmUpReads() {
    return Integer.parseInt(fact("warmUpReads", "1"));
  }

  @Override
  public final Duration writeCycle() {
    return Duration.ofSeconds(Long.parseLong(fact("writeCycle", "0")));
  }

  @Override
  public final boolean cachesBySession() {
    return Boolean.parseBoolean(fact("cachesBySession", "false"));
  }

  @Override
  protected final Map<Condition, String> conditions() {
    return Condition.listed(ListedEngine.class, name());
  }
}
