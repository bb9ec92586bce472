package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Properties;

/** The note in a store's folder that names the store's table on somebody else's server. */
final class ExternalTable {
  private static final String FILE = "external-table.properties";

  private ExternalTable() {}

  static boolean isNotedIn(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /**
   * The table noted in a folder.
   *
   * @throws EngineException if there is none, or it is on another server
   */
  static Table noted(Path folder, ExternalServer server) throws IOException {
    Properties note = new Properties();
    try (Reader reader = Files.newBufferedReader(folder.resolve(FILE))) {
      note.load(reader);
    }
    String url = note.getProperty("url", "");
    if (!url.equals(server.url())) {
      throw new EngineException(
          "the store in %s is a table on %s, but -D%s names %s"
              .formatted(folder, url, ExternalServer.URL_PROPERTY, server.url()));
    }
    return new Table(note.getProperty("table", ""));
  }

  /** Notes a table with a new name, which is not made yet, in an empty folder. */
  static Table note(Path folder, ExternalServer server) throws IOException {
    try (var files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new EngineException(
            "%s holds something else than a table's note; delete it or use another folder"
                .formatted(folder));
      }
    }
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    Table table = new Table("sb_" + HexFormat.of().formatHex(random));
    Properties note = new Properties();
    note.setProperty("table", table.name());
    note.setProperty("url", server.url());
    try (Writer writer = Files.newBufferedWriter(folder.resolve(FILE))) {
      note.store(writer, null);
    }
    return table;
  }
}
