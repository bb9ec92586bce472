package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EnumNames;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/** A protection of connections to other machines that the user gives up. */
public enum DisabledProtection {
  /** TLS, but with any certificate: the peer is not authenticated, and may get the password. */
  UNVERIFIED_TLS,
  /** No TLS: who listens can read the data. */
  NO_TLS,
  /** Without TLS, the password is encrypted by whatever key the other side sends. */
  PUBLIC_KEY,
  /** The password itself is sent, for accounts of PAM or LDAP. */
  CLEAR_TEXT;

  /** The option that lists them. */
  public static final String OPTION = "--insecure-jdbc";

  /** The system property with the option's value. */
  public static final String PROPERTY = "storagebench.jdbc.insecure";

  private static final Pattern OF_TLS =
      Pattern.compile(
          "(?i)sslMode|useSsl|requireSsl|verifyServerCertificate|trustServerCertificate|disableSslHostnameVerification"
              + "|deferCertificateValidation|tlsSocketType|socketFactory\\w*|allowPublicKeyRetrieval|\\w*AuthenticationPlugin\\w*"
              + "|restrictedAuth|permitRedirect|useConfigs|propertiesTransform"
              + "|ssl|ssl(factory\\w*|hostnameVerifier|passwordCallback)|requireAuth|gssEncMode");
  private static final Pattern OF_FILES = Pattern.compile("(?i)allow\\w*LocalInfile\\w*");

  /** Whether a URL must not set a driver's property of this name. */
  static boolean isReserved(String property, boolean isLoopback) {
    return OF_FILES.matcher(property).matches()
        || (!isLoopback && OF_TLS.matcher(property).matches());
  }

  /**
   * The protections that a list of names gives up.
   *
   * @throws IllegalArgumentException if a name is unknown, or names exclude each other
   */
  public static Set<DisabledProtection> parse(String names) {
    Set<DisabledProtection> all = EnumSet.noneOf(DisabledProtection.class);
    for (String name : names.isEmpty() ? new String[0] : names.split(",", -1)) {
      all.add(EnumNames.parse(DisabledProtection.class, OPTION, name));
    }
    if (all.containsAll(Set.of(UNVERIFIED_TLS, NO_TLS))) {
      throw new IllegalArgumentException(
          "%s: %s and %s exclude each other".formatted(OPTION, UNVERIFIED_TLS, NO_TLS));
    }
    return all;
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return EnumNames.option(this);
  }
}
