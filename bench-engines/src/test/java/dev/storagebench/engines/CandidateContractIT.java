package dev.storagebench.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Compression;
import dev.storagebench.core.engine.EngineContract;
import dev.storagebench.core.engine.KeyValueStore;
import dev.storagebench.core.engine.StorageEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The contract of engines for the library that a user names. */
@EnabledIfSystemProperty(
    named = TestedCandidates.PROPERTY,
    matches = ".+",
    disabledReason = "no -Dcandidate= is given")
class CandidateContractIT extends EngineContract {
  private final Candidate candidate = TestedCandidates.named().orElseThrow();

  @Override
  protected StorageEngine engine() {
    return TestedCandidates.engine(candidate);
  }

  @Override
  protected Map<String, String> options() {
    return candidate.options();
  }

  /** Without the question mark, which an engine may refuse; those of our own have tests of that. */
  @Override
  protected String oddFolder() {
    return super.oddFolder().replace("?", "");
  }

  /** So that it is known what the other tests are about. */
  @Test
  void itsSettingsAreThoseThatArePrinted(@TempDir Path other) {
    close();
    try (KeyValueStore store =
        TestedCandidates.open(
            candidate, other, settings(engine().capabilities().strongest(), Compression.NONE))) {
      List<AppliedSetting> settings = store.settings();
      System.out.println(candidate + ", " + engine().availability());
      settings.forEach(
          each -> System.out.printf("  %s %s (%s)%n", each.name(), each.value(), each.reason()));
      assertThat(settings).isNotEmpty();
    }
  }
}
