package dev.storagebench.engines;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.storagebench.core.engine.EngineException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A candidate's options for an engine that is configured by setters of a Java class: {@code
 * keysPerPage=64} calls {@code keysPerPage(64)} or {@code setKeysPerPage(64)}, and the flag {@code
 * counterEnable} calls the method without a parameter. Only methods with one number or boolean, or
 * without parameters, are options.
 */
public final class BuilderOptions {
  private static final Map<Class<?>, Function<String, Object>> PARAMETERS =
      Map.of(
          int.class, Integer::valueOf,
          long.class, Long::valueOf,
          double.class, Double::valueOf,
          boolean.class, BuilderOptions::parseBoolean);

  private final String engine;
  private final Map<String, Setter> setters = new LinkedHashMap<>();

  private record Setter(Method method, List<Object> arguments) {}

  /**
   * Finds the setters.
   *
   * @param builders the classes that may have them
   * @throws EngineException if there is no such option, which lists the valid ones, or the value is
   *     invalid
   */
  public BuilderOptions(String engine, Map<String, String> options, Class<?>... builders) {
    this.engine = engine;
    Map<String, List<Method>> methods =
        Stream.of(builders)
            .flatMap(builder -> Stream.of(builder.getMethods()))
            .filter(BuilderOptions::isSetter)
            .collect(groupingBy(BuilderOptions::option, TreeMap::new, toList()));
    options.forEach(
        (option, value) -> {
          if (!methods.containsKey(option)) {
            throw EngineException.refused(
                engine, option, "valid options: " + methods.keySet(), null);
          }
          setters.put(option, setter(option, value, methods.get(option)));
        });
  }

  private static boolean isSetter(Method method) {
    boolean fluent = method.getReturnType() == method.getDeclaringClass();
    return !Modifier.isStatic(method.getModifiers())
        && switch (method.getParameterCount()) {
          case 0 -> fluent && !method.getName().equals("clone");
          case 1 ->
              PARAMETERS.containsKey(method.getParameterTypes()[0])
                  && (fluent || method.getName().startsWith("set"));
          default -> false;
        };
  }

  private static String option(Method method) {
    String name = method.getName().replaceFirst("^set(?=[A-Z])", "");
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static Boolean parseBoolean(String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException("expected true or false");
    }
    return Boolean.valueOf(value);
  }

  /** A flag's method without a parameter comes first. */
  private Setter setter(String option, String value, List<Method> methods) {
    for (Method method : methods) {
      if (method.getParameterCount() == 0 && value.equals("true")) {
        return new Setter(method, List.of());
      }
    }
    for (Method method : methods) {
      if (method.getParameterCount() == 1) {
        Class<?> type = method.getParameterTypes()[0];
        try {
          return new Setter(method, List.of(PARAMETERS.get(type).apply(value)));
        } catch (IllegalArgumentException e) {
          throw EngineException.refused(
              engine, option, "invalid %s '%s'".formatted(type, value), e);
        }
      }
    }
    throw EngineException.refused(engine, option, "it is a flag without a value", null);
  }

  /**
   * Calls the setters that this builder has.
   *
   * @return the builder
   * @throws EngineException with the engine's message if it rejects a value
   */
  public <B> B applyTo(B builder) {
    setters.forEach(
        (option, setter) -> {
          if (setter.method.getDeclaringClass().isInstance(builder)) {
            try {
              setter.method.invoke(builder, setter.arguments.toArray());
            } catch (ReflectiveOperationException e) {
              Throwable cause = e.getCause() == null ? e : e.getCause();
              throw EngineException.refused(engine, option, String.valueOf(cause), cause);
            }
          }
        });
    return builder;
  }
}
