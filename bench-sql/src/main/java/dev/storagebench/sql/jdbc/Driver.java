package dev.storagebench.sql.jdbc;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A JDBC driver. */
public enum Driver {
  /** MySQL's own. */
  CONNECTOR_J("connector-j", "jdbc:mysql:") {
    @Override
    DriverSettings settings(boolean local) {
      return local ? DriverSettings.local() : DriverSettings.remote();
    }

    @Override
    DriverSettings throughSocket(String path) {
      return DriverSettings.throughSocket(path);
    }
  },

  /** MariaDB's, which talks to MySQL as well. */
  MARIADB("mariadb", "jdbc:mariadb:") {
    @Override
    DriverSettings settings(boolean local) {
      return DriverSettings.mariadb(local);
    }

    @Override
    DriverSettings throughSocket(String path) {
      return DriverSettings.mariadbThroughSocket(path);
    }
  };

  private final String word;
  private final String scheme;

  Driver(String word, String scheme) {
    this.word = word;
    this.scheme = scheme;
  }

  /**
   * The driver of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static Driver parse(String name) {
    for (Driver driver : values()) {
      if (driver.word.equals(name)) {
        return driver;
      }
    }
    throw new IllegalArgumentException(
        "no driver '%s'; there are %s"
            .formatted(
                name,
                Arrays.stream(values())
                    .map(driver -> driver.word)
                    .collect(Collectors.joining(", "))));
  }

  /** The driver that a URL is written for. */
  static Driver ofUrl(String url) {
    return url.startsWith(MARIADB.scheme) ? MARIADB : CONNECTOR_J;
  }

  /** The URL with this driver's scheme. */
  String url(String other) {
    return scheme + other.substring(ofUrl(other).scheme.length());
  }

  /** What differs from the driver's defaults. */
  abstract DriverSettings settings(boolean local);

  abstract DriverSettings throughSocket(String path);

  @Override
  public String toString() {
    return word;
  }
}
