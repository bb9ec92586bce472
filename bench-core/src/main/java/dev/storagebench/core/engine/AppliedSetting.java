package dev.storagebench.core.engine;

/**
 * What an engine did with one setting, or one that its adapter set on its own.
 *
 * @param name the harness's name of it ({@code cacheBytes}), or the engine's own ({@code
 *     MDB_NORDAHEAD})
 * @param value the value in force
 * @param role what became of it
 * @param reason why, with the upstream reference; for {@link Role#HONOURED}, the engine's option
 */
public record AppliedSetting(String name, String value, Role role, String reason) {

  /** The same with what the engine says of it. */
  AppliedSetting because(String engineSays) {
    return new AppliedSetting(name, value, role, reason + ": " + engineSays);
  }

  /** What became of a setting. */
  public enum Role {
    /** The engine does what was asked. */
    HONOURED,
    /** The engine does something else that keeps the promise, for example a stronger durability. */
    REPLACED,
    /**
     * The engine does less than was asked, the nearest that it has; only where that was allowed.
     */
    WEAKENED,
    /** The engine has nothing of the kind. */
    IGNORED,
    /** Not asked for: the adapter departs from the engine's default. */
    OWN,
    /** One of the candidate's own options, handed to the engine as it is. */
    CANDIDATE
  }
}
