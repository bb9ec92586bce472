package dev.storagebench.sql.mysql;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.sql.server.ServerInstall;
import java.util.Optional;
import java.util.Set;

/**
 * An engine of servers that people have installed. It takes part in a run only when it is named.
 */
abstract class InstalledEngine extends MysqlFamilyEngine {
  private final String missing;
  private final String remedy;

  /**
   * An engine.
   *
   * @param missing what to say where no server has it
   * @param remedy what to do then
   */
  InstalledEngine(
      String name,
      TableEngine tables,
      Set<Compression> compressions,
      String missing,
      String remedy) {
    super(name, tables, compressions);
    this.missing = missing;
    this.remedy = remedy;
  }

  /** Whether a server has the engine. */
  abstract boolean isIn(ServerInstall install);

  private Optional<ServerInstall> find() {
    return ServerInstall.onThisMachine().stream().filter(this::isIn).findFirst();
  }

  @Override
  protected final Availability ownServer() {
    return find()
        .<Availability>map(
            found -> new Availability.Available(found.version(), found.program().toString()))
        .orElseGet(() -> new Availability.Unsupported(missing, remedy));
  }

  @Override
  final ServerInstall install() {
    return find().orElseThrow(() -> new EngineException(name() + ": " + missing + "; " + remedy));
  }

  @Override
  final void requireVersion(String version) {
    throw new IllegalArgumentException(
        "%s is a server that is installed here, in its one version; leave out @%s, or name the folder of another with --server-dir"
            .formatted(name(), version));
  }

  @Override
  public final Optional<String> exclusionReason() {
    return external().isPresent()
        ? Optional.of("the server at the URL is measured as mysql; --engines names this one too")
        : Optional.of("a server that is installed here takes part when --engines names it");
  }
}
