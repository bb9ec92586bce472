package dev.storagebench.datasets.kv;

import dev.storagebench.datasets.BadInputException;
import dev.storagebench.datasets.Excerpt;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.input.FileArgument;
import dev.storagebench.datasets.input.JsonObjectReader;
import dev.storagebench.datasets.input.RecordBytes;
import java.io.InputStream;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two fields of JSON objects: strings as UTF-8 without quotes, all else as JSON text without white
 * space. A null value is empty and noted.
 */
final class JsonFieldReader extends JsonObjectReader {
  private static final String WHOLE_OBJECT = "*";
  private static final JsonMapper TREES =
      JsonMapper.builder(JSON)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String keyName;
  private final String valueName;

  /** Creates a reader, see {@link JsonObjectReader#JsonObjectReader}. */
  JsonFieldReader(InputStream in, String source, FileArgument given, ReadOptions options) {
    super(in, source, options);
    this.keyName = given.get("key").orElse("key");
    this.valueName = given.get("value").orElse("value");
  }

  @Override
  public Optional<String> description() {
    return Optional.of(
        "key '%s', value %s"
            .formatted(
                keyName,
                valueName.equals(WHOLE_OBJECT) ? "the whole object" : "'" + valueName + "'"));
  }

  @Override
  protected void readObject(JsonParser json) throws BadInputException {
    JsonNode object = TREES.readTree(json);
    append(field(object, keyName), key);
    JsonNode found = valueName.equals(WHOLE_OBJECT) ? object : field(object, valueName);
    append(found, value);
    if (found.isNull()) {
      counts().note("null values");
    }
  }

  private JsonNode field(JsonNode object, String name) throws BadInputException {
    JsonNode field = object.get(name);
    if (field == null) {
      throw bad(
          "no field '%s'; the fields are %s; name others, 'kv:%s;key=NAME;value=NAME'; value=* is the whole object"
              .formatted(name, Excerpt.ofNames(object.propertyNames()), source));
    }
    return field;
  }

  private static void append(JsonNode node, RecordBytes into) {
    if (!node.isNull()) {
      into.append(node.isString() ? node.stringValue() : node.toString());
    }
  }
}
