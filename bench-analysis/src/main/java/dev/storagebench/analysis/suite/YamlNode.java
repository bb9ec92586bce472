package dev.storagebench.analysis.suite;

import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.text.NearestName;
import dev.storagebench.datasets.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A value of a YAML file with its place, so that a mistake can be shown where it is: Jackson's own
 * tree does not keep places.
 *
 * @param text of a scalar; null for a list or a map
 * @param items of a list; empty for others
 * @param fields of a map; empty for others
 * @param names the positions of the field names
 */
record YamlNode(
    @Nullable String text,
    List<YamlNode> items,
    Map<String, YamlNode> fields,
    Map<String, Position> names,
    Position position) {

  /** The position of a value, counted from 1. */
  record Position(String file, int line, int column) {
    IllegalArgumentException mistake(String message) {
      return new IllegalArgumentException(
          "%s, line %d, column %d: %s".formatted(file, line, column, Excerpt.printable(message)));
    }
  }

  /**
   * Reads a whole file.
   *
   * @param file its name in messages
   * @throws IllegalArgumentException if it is not YAML
   */
  static YamlNode parse(String file, String yaml) {
    try (JsonParser parser =
        YAMLMapper.builder(YAMLFactory.builder().build()).build().createParser(yaml)) {
      if (parser.nextToken() == null) {
        throw new Position(file, 1, 1).mistake("the file is empty");
      }
      YamlNode root = read(file, parser);
      if (parser.nextToken() != null) {
        throw position(file, parser).mistake("expected a single YAML document, found another one");
      }
      return root;
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw new Position(file, at == null ? 1 : at.getLineNr(), at == null ? 1 : at.getColumnNr())
          .mistake(
              String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("not valid YAML"));
    }
  }

  private static Position position(String file, JsonParser parser) {
    TokenStreamLocation at = parser.currentTokenLocation();
    return new Position(file, at.getLineNr(), at.getColumnNr());
  }

  private static YamlNode read(String file, JsonParser parser) {
    Position position = position(file, parser);
    switch (parser.currentToken()) {
      case START_ARRAY -> {
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(read(file, parser));
        }
        return new YamlNode(null, items, Map.of(), Map.of(), position);
      }
      case START_OBJECT -> {
        Map<String, YamlNode> fields = new LinkedHashMap<>();
        Map<String, Position> names = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          Position at = position(file, parser);
          names.put(name, at);
          parser.nextToken();
          if (fields.put(name, read(file, parser)) != null) {
            throw at.mistake("duplicate field '" + name + "'");
          }
        }
        return new YamlNode(null, List.of(), fields, names, position);
      }
      default -> {
        String text = parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getString();
        return new YamlNode(text, List.of(), Map.of(), Map.of(), position);
      }
    }
  }

  boolean isScalar() {
    return text != null;
  }

  boolean isAbsent() {
    return text == null && items.isEmpty() && fields.isEmpty();
  }

  boolean isMap() {
    return !fields.isEmpty();
  }

  /**
   * Refuses fields of other names.
   *
   * @throws IllegalArgumentException which lists the valid ones
   */
  YamlNode only(String kind, Set<String> valid) {
    if (!isMap() && !isAbsent()) {
      throw position.mistake("expected %s with fields among %s".formatted(kind, valid));
    }
    names.forEach(
        (name, at) -> {
          if (!valid.contains(name)) {
            throw at.mistake(
                String.valueOf(NearestName.unknown("field of " + kind, name, valid).getMessage()));
          }
        });
    return this;
  }

  /** Checks the fields; the valid names are in one text, separated by spaces. */
  YamlNode only(String kind, String valid) {
    return only(kind, words(valid));
  }

  static Set<String> words(String names) {
    return new LinkedHashSet<>(List.of(names.split(" ", -1)));
  }

  /** The text of a scalar. */
  String scalar() {
    if (text == null) {
      throw position.mistake("expected a single value");
    }
    return text;
  }

  /** The text of a scalar, read by a function whose message gets the place. */
  <T> T as(Function<String, T> reader) {
    String value = scalar();
    return require(() -> reader.apply(value));
  }

  /** A value or a check whose message gets the place. */
  <T> T require(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw position.mistake(String.valueOf(e.getMessage()));
    }
  }

  /** A list's items, or a scalar as the only one. */
  List<YamlNode> list() {
    if (isMap()) {
      throw position.mistake("expected a value or a list of values");
    }
    return isScalar() ? List.of(this) : items;
  }

  /** The texts of a list, or of a scalar as the only one. */
  List<String> texts() {
    return list().stream().map(YamlNode::scalar).toList();
  }

  /** A field read by a function; the default where there is none. */
  <T> T as(String name, T absent, Function<String, T> reader) {
    YamlNode field = fields.get(name);
    return field == null ? absent : field.as(reader);
  }

  /** The text of a field; the default where there is none. */
  String text(String name, String absent) {
    return as(name, absent, String::strip);
  }

  /** The text of a field; null where there is none. */
  @Nullable String textOrNull(String name) {
    return fields.containsKey(name) ? text(name, "") : null;
  }

  /** A field that is true or false; false where there is none. */
  boolean flag(String name) {
    return as(name, false, text -> Parameter.truth(name, text));
  }

  /** A field; without anything in it where there is none. */
  YamlNode at(String name) {
    YamlNode field = fields.get(name);
    return field == null ? new YamlNode(null, List.of(), Map.of(), Map.of(), position) : field;
  }

  /** The items of a field that is a list or a scalar; none where there is none. */
  List<YamlNode> items(String name) {
    return at(name).list();
  }

  /** The texts of such a field. */
  List<String> texts(String name) {
    return at(name).texts();
  }

  /** The texts of a field's own fields. */
  Map<String, String> map(String name) {
    Map<String, String> map = new LinkedHashMap<>();
    at(name).fields().forEach((key, value) -> map.put(key, value.scalar()));
    return map;
  }

  /** The field of this name. */
  YamlNode required(String name) {
    YamlNode field = fields.get(name);
    if (field == null) {
      throw position.mistake("'" + name + "' is missing");
    }
    return field;
  }
}
