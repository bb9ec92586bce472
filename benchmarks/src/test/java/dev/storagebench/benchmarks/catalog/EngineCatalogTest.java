package dev.storagebench.benchmarks.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.AppliedSetting.Role;
import dev.storagebench.core.engine.CacheLocation;
import dev.storagebench.core.engine.Capabilities;
import dev.storagebench.core.engine.Durability;
import dev.storagebench.core.text.TextStyle;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EngineCatalogTest {
  private static final EngineCatalog CATALOG =
      new EngineCatalog(
          List.of(
              new EngineDescription(
                  "here",
                  "1.2",
                  "here.jar",
                  "",
                  Capabilities.cachingIn(CacheLocation.PAGE_CACHE).durabilities(Durability.SYNC),
                  List.of(new AppliedSetting("a|b", "7", Role.OWN, "because\nof it"))),
              new EngineDescription(
                  "away",
                  "",
                  "",
                  "libaway.so is not installed; apt-get install libaway1",
                  Capabilities.cachingIn(CacheLocation.HEAP),
                  List.of())));

  @Test
  void theTableHasThoseAtHandAndTheReasonsOfTheOthers() {
    assertThat(CATALOG.text(TextStyle.NONE))
        .contains("here", "1.2", "page cache", "sync", "here.jar")
        .contains("not available: away (libaway.so is not installed; apt-get install libaway1)");
  }

  @Test
  void thePageHasEachSettingInOneRowWhateverItsText() {
    assertThat(CATALOG.markdown())
        .contains("## here", "| a\\|b | 7 | own | because of it |", "## away");
  }

  @Test
  void theJsonHasAllSettings() {
    JsonNode sheets = JsonMapper.builder().build().readTree(CATALOG.json());
    assertThat(sheets.get(0).get("settings").get(0).get("reason").asString())
        .isEqualTo("because\nof it");
    assertThat(sheets.get(1).get("missing").asString()).startsWith("libaway.so");
  }
}
