package dev.storagebench.core.engine;

/**
 * How an engine applied one setting, or a setting that its adapter changed.
 *
 * @param name the common name ({@code cacheBytes}) or the engine's own ({@code MDB_NORDAHEAD})
 * @param value the value in effect
 * @param reason the reason, with the upstream reference; for {@link Role#HONOURED}, the engine's
 *     option
 */
public record AppliedSetting(String name, String value, Role role, String reason) {
  /** The name of the setting that says whether connections to a server are encrypted. */
  public static final String TLS = "tls";

  /** The name of the setting with the address of a server that ran already. */
  public static final String URL = "url";

  /** How a setting was applied. */
  public enum Role {
    /** Applied as requested. */
    HONOURED,
    /** Nothing was requested: the engine's own default. */
    DEFAULT,
    /** By something that is at least as strong, such as a stronger durability. */
    REPLACED,
    /** By the nearest weaker value that the engine supports; only with {@code nearest=true}. */
    WEAKENED,
    /** Not at all: the engine has no such setting. */
    IGNORED,
    /** Not requested: the adapter changes the engine's default. */
    OWN,
    /** An option of the candidate, passed to the engine unchanged. */
    CANDIDATE
  }
}
