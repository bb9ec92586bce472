package dev.storagebench.analysis.report.html;

import dev.storagebench.core.text.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.StringEscapeUtils;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page in one file, without any network: template, style, Apache ECharts, scripts, and the data
 * as one block of JSON. The scripts show text by {@code textContent} only; beyond that the page's
 * content security policy names the digest of each of its scripts, so no other one can run.
 *
 * @param title of the window
 * @param description for search engines and previews
 * @param data what Jackson can write; the scripts find it in the element {@code data}
 */
public record HtmlPage(String title, String description, Object data) {
  private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";
  private static final List<String> SCRIPTS =
      List.of("selection.js", "format.js", "parts.js", "charts.js", "views.js", "report.js");
  private static final List<String> SITE =
      List.of("selection.js", "format.js", "parts.js", "site.js");
  private static final String NO_SCRIPTS =
      """
      <p>This page draws its figures with JavaScript, which is switched off. The same figures are in
      summary.txt and results.csv beside it.</p>""";
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING).build();

  /** The whole file's text, in UTF-8 when it is written. */
  public String render() {
    String library = resource(CHARTS);
    String own = joined(SCRIPTS);
    return page(
        digest(library) + " " + digest(own),
        NO_SCRIPTS,
        """
        <script type="application/json" id="data">%s</script>
        <script>%s</script>
        <script>%s</script>"""
            .formatted(json(), library, own));
  }

  /**
   * The page with scripts from files, among them what {@link #script} writes.
   *
   * @param plain what is shown where scripts are switched off, as HTML
   */
  public String linked(String plain, String... files) {
    return page(
        // Browsers differ in whether a page that was opened from disk is a self.
        "'self' file:",
        plain,
        Stream.of(files)
            .map("<script src=\"%s\"></script>"::formatted)
            .collect(Collectors.joining("\n")));
  }

  /** A script that leaves the data in a global variable. */
  public String script(String variable) {
    // Unlike a literal, parsed text has no special keys.
    String text = json().replace("\\", "\\\\").replace("'", "\\'");
    return "globalThis.%s = JSON.parse('%s');\n".formatted(variable, text);
  }

  /** The scripts of linked pages by their files: Apache ECharts, a run's page, a site's first. */
  public static Map<String, String> files() {
    return Map.of(
        "echarts.js", resource(CHARTS), "report.js", joined(SCRIPTS), "site.js", joined(SITE));
  }

  /** Text in HTML. */
  public static String escape(String text) {
    return StringEscapeUtils.escapeXml10(PlainText.of(text));
  }

  private static String joined(List<String> scripts) {
    return scripts.stream().map(HtmlPage::resource).collect(Collectors.joining("\n"));
  }

  private String json() {
    return escapeJson(PlainText.block(JSON.writeValueAsString(data)));
  }

  private String page(String policy, String plain, String scripts) {
    // Each place once; inserted text is not searched again.
    return PLACE
        .matcher(resource("page.html"))
        .replaceAll(
            place ->
                Matcher.quoteReplacement(
                    switch (place.group(1)) {
                      case "title" -> escape(title);
                      case "description" -> escape(description);
                      case "style" -> resource("page.css");
                      case "policy" -> policy;
                      case "plain" -> plain;
                      case "scripts" -> scripts;
                      default -> throw new IllegalStateException(place.group());
                    }));
  }

  /**
   * JSON inside a {@code script} element, which ends at the first {@code </script} wherever it
   * stands and changes its meaning at {@code <!--}. Both begin with a character that JSON has
   * inside strings only, where it may be written as an escape.
   */
  static String escapeJson(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }

  /** Digest by which a content security policy names an inline script. */
  private static String digest(String script) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name + "; build it again");
      }
      // A browser's parser turns CRLF into LF before it takes the digest.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + name, e);
    }
  }
}
