package dev.storagebench.sql.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PunchedHolesTest {
  @TempDir private Path folder;

  /** {@code false} takes any arguments and fails, {@code true} takes them and does nothing. */
  @Test
  void areMissingWhereTheyCannotBePunchedOrFreeNothing() throws Exception {
    assertThat(PunchedHoles.missingIn(folder, "false")).isPresent();
    assertThat(PunchedHoles.missingIn(folder, "true"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("freed no blocks"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void areNotSaidToBeMissingWhereNobodyCanTell() throws Exception {
    assertThat(PunchedHoles.missingIn(folder, "no-such-program")).isEmpty();
  }
}
