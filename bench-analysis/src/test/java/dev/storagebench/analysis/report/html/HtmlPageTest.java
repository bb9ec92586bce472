package dev.storagebench.analysis.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storagebench.core.text.PlainText;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class HtmlPageTest {
  private static final String HOSTILE =
      "</script><script>alert(1)</script><!--<script>& {{title}} {{data}} $1 \\ \u2028 \"";

  @Test
  void theBlockOfJsonReadsBackAsWhatWasPutIn() {
    String page = page(HOSTILE);
    Matcher block =
        Pattern.compile(
                "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
            .matcher(page);
    assertThat(block.find()).isTrue();
    assertThat(block.group(1)).doesNotContain("<", ">", "&");
    assertThat(JsonMapper.builder().build().readTree(block.group(1)).get("text").asString())
        .isEqualTo(PlainText.block(HOSTILE));
  }

  @Test
  void textCannotEndAScriptOrOpenATag() {
    assertThat(count(page(HOSTILE), "(?i)<script"))
        .isEqualTo(count(page("harmless"), "(?i)<script"));
    assertThat(count(page(HOSTILE), "(?i)</script"))
        .isEqualTo(count(page("harmless"), "(?i)</script"));
    assertThat(page(HOSTILE))
        .doesNotContain("<!--")
        .contains("<title>" + "a &lt;b&gt; &amp; c", "content=\"&quot;&gt;&lt;b&gt;\"");
  }

  @Test
  void needsNothingButItself() {
    String page = page("harmless");
    assertThat(page).contains("default-src 'none'").doesNotContain("{{");
    // Scripts hold what they please, but the policy lets none of them reach out.
    String markup = page.replaceAll("(?s)(<script[^>]*>).*?</script>", "$1");
    assertThat(count(markup, "(?i)<(link|img|iframe|object|embed)\\b")).isZero();
    assertThat(count(markup, "(?i)<script[^>]* src")).isZero();
    assertThat(count(markup, "(?i)@import|url\\(http")).isZero();
  }

  private static String page(String text) {
    return new HtmlPage("a <b> & c", "\"><b>", Map.of("text", text, "list", List.of(text)))
        .render();
  }

  private static long count(String page, String pattern) {
    return Pattern.compile(pattern).matcher(page).results().count();
  }
}
