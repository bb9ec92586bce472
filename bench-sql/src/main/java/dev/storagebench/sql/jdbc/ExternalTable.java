package dev.storagebench.sql.jdbc;

import dev.storagebench.core.engine.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.commons.io.file.PathUtils;

/** The file in a store's folder that names the store's tables on an external server. */
final class ExternalTable {
  private static final String FILE = "external-table.txt";

  private ExternalTable() {}

  static boolean isNotedIn(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /**
   * The table that a folder names; for an empty folder a new name.
   *
   * @throws EngineException if it is on another server or gone, or the folder contains something
   *     else
   */
  static String in(Path folder, ExternalServer external, Server server) throws IOException {
    if (!isNotedIn(folder)) {
      return note(folder, external);
    }
    String table = noted(folder, external);
    if (suffixes(table, server).isEmpty()) {
      throw new EngineException(
          "%s was loaded into %s and is no longer there; delete %s to load it again"
              .formatted(table, external.url(), folder.getParent()));
    }
    return table;
  }

  /** The table that a folder names, even if it is gone. */
  static String noted(Path folder, ExternalServer server) throws IOException {
    List<String> note = Files.readAllLines(folder.resolve(FILE));
    if (note.size() != 2 || !note.get(1).equals(server.url())) {
      throw new EngineException(
          "the store in %s is %s, but the server named is %s"
              .formatted(folder, String.join(" on ", note), server.url()));
    }
    return note.get(0);
  }

  private static String note(Path folder, ExternalServer server) throws IOException {
    Files.createDirectories(folder);
    if (!PathUtils.isEmptyDirectory(folder)) {
      throw new EngineException(
          "%s is neither empty nor the folder of an external table; delete it or use another one"
              .formatted(folder));
    }
    String table = "sb_" + UUID.randomUUID().toString().replace("-", "");
    Files.write(folder.resolve(FILE), List.of(table, server.url()));
    return table;
  }

  /**
   * Lists the suffixes of the noted name in a store's tables: an empty one for keys and values,
   * numbers for the tables of a layout.
   */
  static List<String> suffixes(String noted, Server server) {
    String pattern = "^%s(_[0-9]+)?$".formatted(noted);
    return server
        .admin()
        .rows(server.dialect().tablesLike(pattern))
        .map(row -> row.get(0).substring(noted.length()))
        .toList();
  }
}
