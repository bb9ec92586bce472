package dev.storagebench.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import dev.storagebench.core.engine.EngineException;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.Configuration;

/** The drivers' own parsers find no account in a URL that is accepted here. */
final class JdbcUrlFuzzTest {
  private static final List<String> PIECES =
      List.of(
          "jdbc:mysql:",
          "jdbc:mariadb:",
          "jdbc:mysql:loadbalance:",
          "//",
          "/",
          "?",
          "&",
          "#",
          ":",
          "@",
          "%40",
          "%3A",
          "%253A",
          ",",
          ";",
          "(",
          ")",
          "[",
          "]",
          "=",
          "%3D",
          " ",
          "address=",
          "host",
          "h2",
          "::1",
          "127.0.0.1",
          "localhost",
          "3306",
          "bench",
          "user",
          "USER",
          "password",
          "pass%77ord",
          "password1",
          "hunter2",
          "x=1",
          "(host=h)",
          "(user=a)");
  private static final int TRIES = 100_000;

  @Test
  void acceptsNoAccountInAnyForm() throws SQLException {
    Random random = new Random(17);
    int accepted = 0;
    for (int i = 0; i < TRIES; i++) {
      // Half of them begin as they should.
      StringBuilder url = new StringBuilder(random.nextBoolean() ? "jdbc:mysql://host/" : "");
      for (int pieces = random.nextInt(9); pieces >= 0; pieces--) {
        url.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      if (isAccepted(url.toString())) {
        accepted++;
        requireNoAccount(url.toString());
      }
    }
    assertThat(accepted).isGreaterThan(TRIES / 1000);
  }

  private static boolean isAccepted(String url) {
    try {
      JdbcUrl.check("--jdbc-url", url);
      return true;
    } catch (EngineException refused) {
      return false;
    }
  }

  /** By either driver, since {@code driver=} takes either for any URL. */
  private static void requireNoAccount(String url) throws SQLException {
    String rest = url.split(":", 3)[2];
    try {
      for (HostInfo host :
          ConnectionUrl.getConnectionUrlInstance("jdbc:mysql:" + rest, new Properties())
              .getHostsList()) {
        assertThat(host.getUser()).as(url).isNullOrEmpty();
        assertThat(host.getPassword()).as(url).isNullOrEmpty();
        assertThat(JdbcUrl.isLoopback(url)).as(url).isIn(false, isLocal(host.getHost()));
      }
    } catch (com.mysql.cj.exceptions.CJException invalid) {
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

  private static boolean isLocal(String host) {
    return List.of("localhost", "127.0.0.1", "::1", "[::1]", "0:0:0:0:0:0:0:1").contains(host);
  }
}
