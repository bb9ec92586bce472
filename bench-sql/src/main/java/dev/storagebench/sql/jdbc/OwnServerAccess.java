package dev.storagebench.sql.jdbc;

import dev.storagebench.sql.server.Endpoint;
import dev.storagebench.sql.server.MysqlServer;

/**
 * The way to a server of ours.
 *
 * @param endpoint where it listens
 * @param database made if it is not there
 * @param password of its only account
 */
record OwnServerAccess(Endpoint endpoint, String database, String password) implements Access {

  @Override
  public Pool connect(Driver driver, boolean loads) {
    DriverSettings settings = settings(driver);
    if (loads) {
      settings =
          settings
              .with("allowLoadLocalInfile", "true", "rows are loaded by LOAD DATA LOCAL")
              .with("createDatabaseIfNotExist", "true", "an empty server has none");
    } else {
      settings = settings.cachingStatements();
    }
    return Pool.open(
        driver.url(OwnServerStore.url(endpoint)) + database,
        settings,
        new Credentials(MysqlServer.USER, password));
  }

  /** What differs from the driver's defaults on this way. */
  DriverSettings settings(Driver driver) {
    return OwnServerStore.driver(endpoint, driver);
  }

  @Override
  public String toString() {
    return "OwnServerAccess[" + endpoint + "/" + database + "]";
  }
}
