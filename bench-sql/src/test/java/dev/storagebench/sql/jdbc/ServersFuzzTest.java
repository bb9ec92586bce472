package dev.storagebench.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.conf.ConnectionUrlParser;
import com.mysql.cj.exceptions.CJException;
import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.datasets.fuzz.Fuzz;
import dev.storagebench.sql.proxy.ProxyOptions;
import dev.storagebench.sql.table.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.Configuration;

/** What names a server, its tables and its proxy. */
@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
class ServersFuzzTest {

  /** The drivers' own parsers know best whether there is a user or a password. */
  @Test
  void noUrlThatIsAcceptedHasAnAccount() {
    Fuzz.of(
            "JDBC URLs",
            List.of(
                "jdbc:mysql://host:3306/db",
                "jdbc:mysql://[::1]:3306/db?sslMode=REQUIRED&x=%20y",
                "jdbc:mysql://a:1,b:2/db",
                "jdbc:mysql://address=(host=h)(port=1)(x=y)/db",
                "jdbc:mysql://(host=h,port=1)/db",
                "jdbc:mariadb://host/db?useSsl=true"),
            EngineException.class)
        .words(
            "u:p@",
            "u@",
            "u:p/w@",
            "user=u",
            "&user=u",
            "?password=p",
            "%75ser=u",
            "(user=u)",
            "%40")
        .check(
            1_000_000,
            input -> {
              JdbcUrl.check("--jdbc-url", input);
              assertThat(hasAccount(input)).as(input).isFalse();
            });
  }

  private static boolean hasAccount(String url) {
    return url.startsWith("jdbc:mariadb:") ? hasMariadbAccount(url) : hasMysqlAccount(url);
  }

  private static boolean hasMysqlAccount(String url) {
    try {
      ConnectionUrlParser parsed = ConnectionUrlParser.parseConnectionString(url);
      return parsed.getProperties().containsKey("user")
          || parsed.getProperties().containsKey("password")
          || parsed.getHosts().stream()
              .anyMatch(
                  host ->
                      host.getUser() != null
                          || host.getPassword() != null
                          || host.getHostProperties().containsKey("user")
                          || host.getHostProperties().containsKey("password"));
    } catch (CJException | IllegalArgumentException notAUrl) {
      return false;
    }
  }

  private static boolean hasMariadbAccount(String url) {
    try {
      Configuration parsed = Configuration.parse(url);
      return parsed != null && (parsed.user() != null || parsed.password() != null);
    } catch (SQLException | RuntimeException notAUrl) {
      return false;
    }
  }

  @Test
  void tables() {
    Fuzz.of(
            "table layouts",
            List.of("article", "sbtestx8", "document:index-first"),
            IllegalArgumentException.class)
        .check(
            250_000,
            input ->
                assertThat(Layout.parse(Layout.parse(input).toString()))
                    .isEqualTo(Layout.parse(input)));
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
              Files.write(file, Fuzz.bytes(input));
              assertThat(Credentials.find(system, Map.of()).user()).isNotEmpty();
            });
  }
}
