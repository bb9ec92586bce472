package dev.storagebench.sql.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.fuzz.Fuzz;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class ScriptFuzzIT {

  @Test
  void scripts() throws IOException {
    List<String> examples =
        new ArrayList<>(
            List.of(
                """
                \\setup
                CREATE TEMPORARY TABLE :table (a INT);
                \\end
                -- comment
                \\set a abs(-:rows * 2 % 3) + \\
                  int(2.5e0) - -9223372036854775808 / 1
                \\set b random_zipfian(1, 10, 1.5)
                \\set c row_c(:b)
                \\set d greatest(:a, 2.5) / hash(:b, 7)
                \\repeat 3
                BEGIN;
                SELECT c FROM :table WHERE id IN (:b*10) /* why */ OR d = ":c"; -- expect 1..10 rows
                UPDATE :table SET d = :d WHERE id = :a; -- expect 1 changed
                COMMIT;
                \\end
                SELECT 2"""));
    for (String name : Script.NAMES) {
      try (InputStream in = Script.class.getResourceAsStream(name + ".sql")) {
        examples.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    Fuzz.of("SQL scripts", examples, IllegalArgumentException.class)
        .at("x.sql:")
        .check(
            1_000_000,
            input -> assertThat(ScriptParser.parse("x.sql", input).statements()).isPositive());
  }
}
