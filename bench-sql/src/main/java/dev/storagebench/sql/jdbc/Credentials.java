package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.io.Reader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * An account of a server.
 *
 * @param password not part of {@link #toString}
 */
public record Credentials(String user, String password) {
  private static final int MIN_SCRUBBED = 4;
  private static final String SCRUBBED = "********";

  static final String FILE_PROPERTY = "storagebench.jdbc.credentials";
  static final String USER_VARIABLE = "STORAGE_BENCH_JDBC_USER";
  static final String PASSWORD_VARIABLE = "STORAGE_BENCH_JDBC_PASSWORD";

  /**
   * From the properties file (keys {@code user} and {@code password}) that system property {@value
   * #FILE_PROPERTY} names, else from environment variables {@value #USER_VARIABLE} and {@value
   * #PASSWORD_VARIABLE}.
   *
   * @throws EngineException if there are none, or the file is readable by others
   */
  static Credentials find(Properties system, Map<String, String> environment) {
    String file = system.getProperty(FILE_PROPERTY, "");
    if (!file.isEmpty()) {
      return read(Path.of(file));
    }
    String user = environment.getOrDefault(USER_VARIABLE, "");
    if (user.isEmpty()) {
      throw new EngineException(
          "missing user; set %s and %s in the environment, or use --jdbc-credentials FILE (keys user and password)"
              .formatted(USER_VARIABLE, PASSWORD_VARIABLE));
    }
    return new Credentials(user, environment.getOrDefault(PASSWORD_VARIABLE, ""));
  }

  /**
   * Reads a properties file.
   *
   * @throws EngineException if it cannot be read, is readable by others, or has no key {@code user}
   */
  public static Credentials read(Path file) {
    Properties found = new Properties();
    try {
      refuseIfShared(file);
      try (Reader reader = Files.newBufferedReader(file)) {
        found.load(reader);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new EngineException("cannot read the credentials in %s: %s".formatted(file, e), e);
    }
    String user = found.getProperty("user", "");
    if (user.isEmpty()) {
      throw new EngineException(
          "%s has no key 'user' (expected keys: user, password)".formatted(file));
    }
    return new Credentials(user, found.getProperty("password", ""));
  }

  private static void refuseIfShared(Path file) throws IOException {
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      Set<PosixFilePermission> shared =
          EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
      shared.retainAll(Files.getPosixFilePermissions(file));
      if (!shared.isEmpty()) {
        throw new EngineException(
            "the credentials in %s are readable by others (%s); run: chmod 600 %s"
                .formatted(file, shared, file));
      }
    }
  }

  /**
   * A text from a driver or a server without the password, wherever that stands in it. A shorter
   * one than {@value #MIN_SCRUBBED} characters would take words apart.
   */
  public String scrub(String text) {
    return password.length() < MIN_SCRUBBED
        ? text
        : text.replace(password, SCRUBBED)
            .replace(URLEncoder.encode(password, StandardCharsets.UTF_8), SCRUBBED);
  }

  /** Settings that a server reports, without the password. */
  public List<AppliedSetting> scrub(List<AppliedSetting> settings) {
    return settings.stream()
        .map(
            each ->
                new AppliedSetting(
                    each.name(), scrub(each.value()), each.role(), scrub(each.reason())))
        .toList();
  }

  @Override
  public String toString() {
    return "Credentials[user=" + user + "]";
  }
}
