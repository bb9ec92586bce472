package dev.storagebench.sql.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.datasets.fuzz.Fuzz;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class OptionFileFuzzIT {

  @Test
  void optionFiles(@TempDir Path folder) {
    Path file = folder.resolve("my.cnf");
    Fuzz.of(
            "option files",
            List.of(
                "# mine\n[client]\nport=1\n[mysqld]\ninnodb-io-capacity = 2000 # two\nskip_log_bin\nx='a b'\n"),
            IllegalArgumentException.class)
        .at(file.toString())
        .check(
            300_000,
            input -> {
              Fuzz.write(file, Fuzz.bytes(input));
              assertThat(OptionFile.read(file)).isNotEmpty();
            });
  }
}
