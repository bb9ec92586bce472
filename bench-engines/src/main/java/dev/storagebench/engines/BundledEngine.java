package dev.storagebench.engines;

import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.datasets.ResourceLines;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An engine whose library is bundled; a candidate may name another version of its artifact. */
public abstract class BundledEngine extends ListedEngine {
  private final String artifactId;
  private final Supplier<Class<?>> api;
  private final Opener opener;

  /** Calls the constructor of a store, which may fail with the library's own exceptions. */
  protected interface Opener {
    KeyValueStore open(Path folder, EngineSettings asked) throws Exception;
  }

  /**
   * An engine.
   *
   * @param api a class of the library, which is not loaded before it is needed
   * @param opener a lambda: a reference to the constructor would load the store's class with the
   *     engine's, also for an engine that is only listed
   */
  protected BundledEngine(String name, Supplier<Class<?>> api, Opener opener) {
    super(name);
    this.artifactId = fact("artifact", "").replaceFirst(".*:", "");
    this.api = api;
    this.opener = opener;
  }

  @Override
  protected KeyValueStore openStore(Path folder, EngineSettings asked) throws Exception {
    return opener.open(folder, asked);
  }

  @Override
  protected String library() {
    return artifactId
        + " "
        + fetchedVersion().orElseGet(() -> libraryVersion(artifactId, api.get()));
  }

  @Override
  public final Optional<String> fetchedVersion() {
    return Optional.of(fact("fetched", ""))
        .filter(any -> !any.isEmpty())
        .map(any -> bundled(artifactId));
  }

  @Override
  public final Optional<String> exclusionReason() {
    return fetchedVersion()
        .map(
            version ->
                "not in benchmarks.jar; where %s is named, Maven fetches it".formatted(name()));
  }

  /**
   * The version of the jar that a class comes from, or the one in this module's POM where all are
   * merged into one jar.
   */
  private static String libraryVersion(String artifact, Class<?> loaded) {
    Optional<String> place = place(loaded);
    if (place.equals(place(BundledEngine.class))) {
      return bundled(artifact);
    }
    Matcher name =
        Pattern.compile(".*/" + Pattern.quote(artifact) + "-(\\d[^/]*)\\.jar")
            .matcher(place.orElse(""));
    if (name.matches()) {
      return name.group(1);
    }
    String manifest = loaded.getPackage().getImplementationVersion();
    return manifest == null ? place.orElse("unknown") : manifest;
  }

  private static Optional<String> place(Class<?> loaded) {
    return Optional.ofNullable(loaded.getProtectionDomain().getCodeSource())
        .map(CodeSource::getLocation)
        .map(URL::toString);
  }

  private static String bundled(String artifact) {
    String pom = String.join("", ResourceLines.of(BundledEngine.class, "pom.xml"));
    Matcher version =
        Pattern.compile("<artifactId>" + artifact + "</artifactId>\\s*<version>([^<]+)")
            .matcher(pom);
    return version.find() ? version.group(1) : "unknown";
  }
}
