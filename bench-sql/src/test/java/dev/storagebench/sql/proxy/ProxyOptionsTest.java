package dev.storagebench.sql.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storagebench.core.engine.Candidate;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.core.engine.StorageEngine;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ProxyOptionsTest {

  @Test
  void readsProgramTopologyAndProperties() {
    ProxyOptions options =
        ProxyOptions.of(
                Map.of(
                    "proxy", "shardingsphere:sharding",
                    "proxy.executor", "OLTP",
                    "proxy.kernel-executor-size", "4",
                    "innodb_lru_scan_depth", "100"))
            .orElseThrow();
    assertThat(options.program()).isEqualTo(ProxyOptions.Program.SHARDINGSPHERE);
    assertThat(options.topology()).isEqualTo(Topology.SHARDING);
    assertThat(options.ownProperties())
        .containsEntry("proxy-backend-executor-suitable", "OLTP")
        .containsEntry("kernel-executor-size", "4")
        .doesNotContainKeys("executor", "innodb_lru_scan_depth");
    assertThat(ProxyOptions.of(Map.of("innodb_lru_scan_depth", "100"))).isEmpty();
    assertThat(
            ProxyOptions.of(Map.of("proxy", "shardingsphere", "proxy.a" + "-b".repeat(9_999), "c")))
        .isPresent();
    assertThat(ProxyOptions.isOne("proxy.executor")).isTrue();
    assertThat(ProxyOptions.isOne("proxy_user")).isFalse();
  }

  @Test
  void anInvalidOneNamesTheValidOnes() {
    refused(Map.of("proxy", "proxysql"), "haproxy, shardingsphere", "--client-url");
    refused(Map.of("proxy", "shardingsphere:shards"), "route, read-write-splitting, sharding");
    refused(Map.of("proxy", "haproxy:sharding"), "shardingsphere:sharding");
    refused(Map.of("proxy", "haproxy", "proxy.executor", "OLTP"), "haproxy has no options");
    refused(Map.of("proxy", "shardingsphere", "proxy.executor", "fast"), "'fast'", "OLAP, OLTP");
    refused(Map.of("proxy", "shardingsphere", "proxy.heap", "1t"), "'1t'", "512m");
    refused(Map.of("proxy", "shardingsphere", "proxy.a: b", "c"), "'proxy.a: b'");
    refused(Map.of("proxy.executor", "OLTP"), "proxy=shardingsphere");
  }

  /** A proxy before the one server has nothing to do with what is stored there. */
  @Test
  void onlySeveralServersNeedAStoreOfTheirOwn() {
    Map<String, String> plain = storeOptions("mysql");
    assertThat(plain).isEmpty();
    assertThat(storeOptions("mysql{proxy=direct}")).isEqualTo(plain);
    assertThat(storeOptions("mysql{proxy=haproxy}")).isEqualTo(plain);
    assertThat(storeOptions("mysql{proxy=shardingsphere;proxy.executor=OLTP}")).isEqualTo(plain);
    assertThat(storeOptions("mysql{proxy=haproxy;innodb_page_cleaners=2}"))
        .isEqualTo(storeOptions("mysql{innodb_page_cleaners=2}"))
        .isNotEqualTo(plain);
    Map<String, String> sharding = storeOptions("mysql{proxy=shardingsphere:sharding}");
    Map<String, String> splitting =
        storeOptions("mysql{proxy=shardingsphere:read-write-splitting}");
    assertThat(Set.of(plain, sharding, splitting)).hasSize(3);
    assertThat(storeOptions("mysql{proxy=shardingsphere:sharding;proxy.executor=OLTP}"))
        .isEqualTo(sharding);
  }

  /** What {@link dev.storagebench.core.store.StoreCache} tells a candidate's stores apart by. */
  private static Map<String, String> storeOptions(String text) {
    Candidate candidate = Candidate.parse(text);
    StorageEngine engine = Engines.of(candidate);
    return engine.storeOptions(engine.resolve(candidate.options()));
  }

  private static void refused(Map<String, String> options, String... parts) {
    assertThatThrownBy(() -> ProxyOptions.of(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }
}
