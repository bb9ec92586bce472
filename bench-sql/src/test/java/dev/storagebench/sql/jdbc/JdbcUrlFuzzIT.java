package dev.storagebench.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import dev.storagebench.core.engine.EngineException;
import dev.storagebench.datasets.fuzz.Fuzz;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.mariadb.jdbc.Configuration;
import org.postgresql.Driver;

/** The drivers' own parsers find no account in a URL that is accepted here. */
@Timeout(value = 3600, threadMode = ThreadMode.SEPARATE_THREAD)
final class JdbcUrlFuzzIT {
  @Test
  void acceptsNoAccountInAnyForm() {
    Fuzz.of(
            "JDBC URLs",
            List.of(
                "jdbc:mysql://host:3306/bench",
                "jdbc:mysql://[::1]:3306/bench?x=1&y=%20z",
                "jdbc:mysql:loadbalance://h1:1,h2:2/bench",
                "jdbc:mysql://address=(host=h)(port=1)(x=y)/bench",
                "jdbc:mariadb://127.0.0.1/bench?x=1",
                "jdbc:postgresql://localhost/bench?x=1&y=2",
                "jdbc:postgresql://h1:1,[::1]/bench"),
            EngineException.class)
        .words(
            "u:p@",
            "u@",
            "u:p/w@",
            "user=u",
            "USER=u",
            "&user=u",
            "?password=p",
            "password1=p",
            "pass%77ord=p",
            "%75ser=u",
            "(user=u)",
            "&host=h",
            "?PGHOST=h",
            "service=s",
            "%40",
            "%3A",
            "%253A",
            "%3D")
        .check(
            1_000_000,
            url -> {
              JdbcUrl.check("--jdbc-url", url);
              requireNoAccount(url);
            });
  }

  /** By both drivers of MySQL, since {@code driver=} takes either for any URL. */
  private static void requireNoAccount(String url) {
    String rest = url.split(":", 3)[2];
    Properties postgresql = url.startsWith("jdbc:postgresql:") ? Driver.parseURL(url, null) : null;
    if (postgresql != null) {
      assertThat(postgresql).as(url).doesNotContainKeys("user", "password");
      assertThat(JdbcUrl.isLoopback(url))
          .as(url)
          .isIn(false, isLocal(postgresql.getProperty("PGHOST")));
    }
    try {
      for (HostInfo host :
          ConnectionUrl.getConnectionUrlInstance("jdbc:mysql:" + rest, new Properties())
              .getHostsList()) {
        assertThat(host.getUser()).as(url).isNullOrEmpty();
        assertThat(host.getPassword()).as(url).isNullOrEmpty();
        assertThat(JdbcUrl.isLoopback(url)).as(url).isIn(false, isLocal(host.getHost()));
      }
    } catch (com.mysql.cj.exceptions.CJException | IllegalArgumentException invalid) {
      // It reaches no server.
    }
    try {
      Configuration mariadb = Configuration.parse("jdbc:mariadb:" + rest);
      assertThat(mariadb.user()).as(url).isNull();
      assertThat(mariadb.password()).as(url).isNull();
      assertThat(JdbcUrl.isLoopback(url))
          .as(url)
          .isIn(false, mariadb.addresses().stream().allMatch(each -> isLocal(each.host)));
    } catch (SQLException | IllegalArgumentException invalid) {
      // As above.
    }
  }

  private static boolean isLocal(@Nullable String host) {
    return host != null
        && List.of("localhost", "127.0.0.1", "::1", "[::1]", "0:0:0:0:0:0:0:1").contains(host);
  }
}
