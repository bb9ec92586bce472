package dev.storagebench.sql.jdbc;

import static java.util.Objects.requireNonNullElse;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.text.Shell;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An account of a server.
 *
 * @param password not part of {@link #toString}
 */
public record Credentials(String user, String password) {
  private static final int MIN_SCRUBBED = 4;
  private static final String SCRUBBED = "********";

  private static final String USER = "user";
  private static final String PASSWORD = "password";

  static final String FILE_PROPERTY = "storagebench.jdbc.credentials";
  static final String USER_VARIABLE = "STORAGE_BENCH_JDBC_USER";
  static final String PASSWORD_VARIABLE = "STORAGE_BENCH_JDBC_PASSWORD";

  /**
   * Those of a candidate: from the properties file that system property {@value #FILE_PROPERTY}
   * names, else from environment variables. Keys {@code LABEL.user} and {@code LABEL.password}, and
   * variables {@value #USER_VARIABLE}{@code _LABEL} and {@value #PASSWORD_VARIABLE}{@code _LABEL},
   * are this candidate's alone; {@code user}, {@code password} and the variables without a label
   * are all others'.
   *
   * @throws EngineException if there are none, or the file is readable by others
   */
  static Credentials find(String label, Properties system, Map<String, String> environment) {
    String file = system.getProperty(FILE_PROPERTY, "");
    if (!file.isEmpty()) {
      Properties found = read(Path.of(file));
      return of(found::getProperty, label + "." + USER, label + "." + PASSWORD)
          .or(() -> of(found::getProperty, USER, PASSWORD))
          .orElseThrow(() -> noUser(file));
    }
    String own = "_" + label.toUpperCase(Locale.ROOT).replaceAll("\\W", "_");
    return of(environment::get, USER_VARIABLE + own, PASSWORD_VARIABLE + own)
        .or(() -> of(environment::get, USER_VARIABLE, PASSWORD_VARIABLE))
        .orElseThrow(
            () ->
                new EngineException(
                    "missing user; set %s and %s in the environment (for this candidate alone %s), or use --jdbc-credentials FILE (keys user and password)"
                        .formatted(USER_VARIABLE, PASSWORD_VARIABLE, USER_VARIABLE + own)));
  }

  /** A user never gets the password of another one. */
  private static Optional<Credentials> of(
      Function<String, @Nullable String> values, String user, String password) {
    return Optional.ofNullable(values.apply(user))
        .filter(name -> !name.isEmpty())
        .map(name -> new Credentials(name, requireNonNullElse(values.apply(password), "")));
  }

  private static EngineException noUser(String file) {
    return new EngineException(
        "%s has no key 'user' (expected keys: user, password; for one candidate alone LABEL.user, LABEL.password)"
            .formatted(file));
  }

  /**
   * Reads a properties file.
   *
   * @throws EngineException if it cannot be read, is readable by others, or names no user
   */
  public static Properties read(Path file) {
    Properties found = new Properties();
    try {
      refuseIfShared(file);
      try (Reader reader = Files.newBufferedReader(file)) {
        found.load(reader);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new EngineException("cannot read the credentials in %s: %s".formatted(file, e), e);
    }
    if (found.stringPropertyNames().stream().noneMatch(key -> key.matches("(.+\\.)?" + USER))) {
      throw noUser(file.toString());
    }
    return found;
  }

  private static void refuseIfShared(Path file) throws IOException {
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      Set<PosixFilePermission> shared =
          EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
      shared.retainAll(Files.getPosixFilePermissions(file));
      if (!shared.isEmpty()) {
        throw new EngineException(
            "the credentials in %s are readable by others (%s); run: chmod 600 %s"
                .formatted(file, shared, Shell.quoted(file.toString())));
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
