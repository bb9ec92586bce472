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
import java.util.function.BiFunction;
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
 * @param name the position of the name of the field whose value it is; null for others
 */
record YamlNode(
    @Nullable String text,
    List<YamlNode> items,
    Map<String, YamlNode> fields,
    @Nullable Position name,
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
      YamlNode root = read(file, parser, null);
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

  private static YamlNode read(String file, JsonParser parser, @Nullable Position name) {
    JsonToken kind = parser.currentToken();
    YamlNode node =
        new YamlNode(
            kind.isStructStart() ? null : kind == JsonToken.VALUE_NULL ? "" : parser.getString(),
            new ArrayList<>(),
            new LinkedHashMap<>(),
            name,
            position(file, parser));
    while (kind == JsonToken.START_ARRAY && parser.nextToken() != JsonToken.END_ARRAY) {
      node.items.add(read(file, parser, null));
    }
    while (kind == JsonToken.START_OBJECT && parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      Position at = position(file, parser);
      parser.nextToken();
      if (node.fields.put(field, read(file, parser, at)) != null) {
        throw at.mistake("duplicate field '" + field + "'");
      }
    }
    return node;
  }

  /** Whether it is no value: neither text nor items nor fields. */
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
    fields.forEach(
        (field, value) -> {
          if (!valid.contains(field)) {
            throw value.name.mistake(
                String.valueOf(NearestName.unknown("field of " + kind, field, valid).getMessage()));
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
  <T extends @Nullable Object> T as(Function<String, T> reader) {
    String value = scalar();
    return require(() -> reader.apply(value));
  }

  /** A value or a check whose message gets the place. */
  <T extends @Nullable Object> T require(Supplier<T> value) {
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
    return text == null ? items : List.of(this);
  }

  /** A list's scalars, or a scalar as the only one, each {@linkplain #as read} by a function. */
  <T> List<T> list(Function<String, T> reader) {
    return list().stream().map(each -> each.as(reader)).toList();
  }

  /** A field read by a function; the default where there is none. */
  <T extends @Nullable Object> T as(String name, T absent, Function<String, T> reader) {
    YamlNode field = fields.get(name);
    return field == null ? absent : field.as(reader);
  }

  /** A field that is a whole number from 1; the default where there is none. */
  int number(String name, int absent, int max) {
    return as(name, absent, text -> (int) Parameter.whole(name, text, 1, max));
  }

  /** The text of a field; the default where there is none. */
  String text(String name, String absent) {
    return as(name, absent, String::strip);
  }

  /** A field that is true or false; false where there is none. */
  boolean flag(String name) {
    return as(name, false, text -> Parameter.truth(name, text));
  }

  /** A field; without anything in it where there is none. */
  YamlNode at(String name) {
    YamlNode field = fields.get(name);
    return field == null ? new YamlNode(null, List.of(), Map.of(), null, position) : field;
  }

  /** Its fields by name, each read by a function; none of a scalar or a list. */
  <T> Map<String, T> map(BiFunction<String, YamlNode, T> reader) {
    Map<String, T> map = new LinkedHashMap<>();
    fields.forEach((name, value) -> map.put(name, reader.apply(name, value)));
    return map;
  }

  /** The texts of its fields by name. */
  Map<String, String> texts() {
    return map((name, value) -> value.scalar());
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
