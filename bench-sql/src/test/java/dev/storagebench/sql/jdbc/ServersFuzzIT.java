package dev.storagebench.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.datasets.fuzz.Fuzz;
import dev.storagebench.sql.proxy.ProxyOptions;
import dev.storagebench.sql.table.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** What says how tables are laid out, who connects to them, and through which proxy. */
@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class ServersFuzzIT {

  @Test
  void tables() {
    Fuzz.of(
            "table layouts",
            List.of("article", "sbtestx8", "document"),
            IllegalArgumentException.class)
        .check(250_000, input -> assertThat(Layout.parse(input).tables()).isBetween(1, 1024));
  }

  @Test
  void proxies() {
    Fuzz.of(
            "proxies",
            List.of(
                "proxy=haproxy",
                "proxy=shardingsphere:sharding;proxy.heap=512m;proxy.connections=20",
                "proxy=shardingsphere;proxy.executor=OLAP;proxy.max-connections-size-per-query=2"),
            IllegalArgumentException.class)
        .check(250_000, input -> ProxyOptions.of(Candidate.options(input)));
  }

  @Test
  void credentials(@TempDir Path folder) throws IOException {
    Path file =
        Files.createFile(
            folder.resolve("account"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Properties system = new Properties();
    system.setProperty(Credentials.FILE_PROPERTY, file.toString());
    Fuzz.of(
            "credentials",
            List.of("user=u\npassword=p\n", "# c\nuser : \\u0041\\\n b\n"),
            EngineException.class)
        .check(
            200_000,
            input -> {
              Fuzz.write(file, Fuzz.bytes(input));
              assertThat(Credentials.find("mysql", system, Map.of()).user()).isNotEmpty();
            });
  }
}
