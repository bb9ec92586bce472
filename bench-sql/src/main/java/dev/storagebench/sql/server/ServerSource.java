package dev.storagebench.sql.server;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.EngineException;
import java.util.Optional;
import java.util.function.Predicate;

/** Origin of the servers that are started here. */
public sealed interface ServerSource permits ServerDistribution, ServerSource.Installed {

  /** Whether there is one that runs. */
  Availability availability();

  /** Whether there is one; downloads and unpacks nothing. */
  Availability installed();

  /**
   * The server, which is not downloaded.
   *
   * @throws EngineException if there is none that can run here
   */
  ServerInstall provideWithoutFetching();

  /**
   * Rejects a version that is not available.
   *
   * @throws IllegalArgumentException with the alternatives
   */
  void requireVersion(String engine, String version);

  /**
   * Why a run without {@code --engines} leaves the engine out, if it does.
   *
   * @param external whether {@code --jdbc-url} names a server for all
   */
  default Optional<String> exclusionReason(boolean external) {
    return !external && availability() instanceof Availability.Unsupported missing
        ? Optional.of(missing.message())
        : Optional.empty();
  }

  /**
   * Servers that are installed on this machine.
   *
   * @param matches whether a server has the engine
   * @param named whether only candidates that are named use them
   * @param missing the message if none has
   * @param remedy what to do then
   */
  record Installed(Predicate<ServerInstall> matches, boolean named, String missing, String remedy)
      implements ServerSource {

    private Optional<ServerInstall> find() {
      return ServerInstall.onThisMachine().stream().filter(matches).findFirst();
    }

    @Override
    public Availability availability() {
      return find()
          .<Availability>map(
              found -> new Availability.Available(found.version(), found.program().toString()))
          .orElseGet(() -> new Availability.Unsupported(missing, remedy));
    }

    @Override
    public Availability installed() {
      return availability();
    }

    @Override
    public ServerInstall provideWithoutFetching() {
      return find().orElseThrow(() -> new EngineException(missing + "; " + remedy));
    }

    @Override
    public void requireVersion(String engine, String version) {
      throw new IllegalArgumentException(
          "%s runs in the version that is installed; leave out @%s, or name the folder of another server with --server-dir"
              .formatted(engine, version));
    }

    @Override
    public Optional<String> exclusionReason(boolean external) {
      return !named
          ? ServerSource.super.exclusionReason(external)
          : Optional.of(
              external
                  ? "the server at the URL is measured as mysql; use --engines to add this engine"
                  : "installed servers are excluded by default; name them with --engines");
    }
  }
}
