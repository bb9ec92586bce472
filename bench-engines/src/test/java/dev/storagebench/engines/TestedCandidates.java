package dev.storagebench.engines;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.storagebench.core.engine.Availability;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.engine.EngineSettings;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.StorageEngine;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What tests of promises examine: all engines, or the one candidate that a user names. */
public final class TestedCandidates {
  /** The system property with the candidate; see CONTRIBUTING.md. */
  public static final String PROPERTY = "storagebench.candidate";

  private TestedCandidates() {}

  /** The candidate that is named. */
  public static Optional<Candidate> named() {
    return Optional.of(System.getProperty(PROPERTY, ""))
        .filter(text -> !text.isEmpty())
        .map(Candidate::parse);
  }

  /**
   * Each candidate with each durability that it promises; a named one that promises nothing with
   * {@link Durability#NONE}, to see what it loses.
   */
  public static Stream<Arguments> promises() {
    Stream<Candidate> all =
        Engines.all().stream()
            .filter(engine -> engine.capabilities().storesValues())
            .map(engine -> Candidate.of(engine.name()));
    return named().map(Stream::of).orElse(all).flatMap(TestedCandidates::promises);
  }

  private static Stream<Arguments> promises(Candidate candidate) {
    Set<Durability> kept = Engines.of(candidate).capabilities().durabilities();
    return Stream.of(Durability.values())
        .filter(kept::contains)
        .filter(each -> each != Durability.NONE || (kept.size() == 1 && named().isPresent()))
        .map(each -> Arguments.of(candidate, each));
  }

  /** The engine of a candidate; aborts the test if it cannot run here. */
  public static StorageEngine engine(Candidate candidate) {
    StorageEngine engine = Engines.of(candidate);
    if (engine.availability() instanceof Availability.Unsupported unsupported) {
      assumeTrue(false, candidate.label() + " cannot run here: " + unsupported.message());
    }
    return engine;
  }

  /** Opens a store of a candidate, with its options. */
  public static KeyValueStore open(Candidate candidate, Path folder, EngineSettings settings) {
    return Engines.of(candidate).open(folder, settings.withOptions(candidate.options()));
  }
}
