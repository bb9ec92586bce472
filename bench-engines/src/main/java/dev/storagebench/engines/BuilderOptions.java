package dev.storagebench.engines;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toCollection;

import dev.storagebench.core.engine.EngineException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
  private final Map<String, String> options;

  /**
   * Checks the names.
   *
   * @param builders the classes that may have the setters
   * @throws EngineException if there is no such option, which lists the valid ones
   */
  public BuilderOptions(String engine, Map<String, String> options, Class<?>... builders) {
    this.engine = engine;
    this.options = options;
    Set<String> valid =
        Stream.of(builders)
            .flatMap(BuilderOptions::setters)
            .map(BuilderOptions::option)
            .collect(toCollection(TreeSet::new));
    for (String option : options.keySet()) {
      if (!valid.contains(option)) {
        throw EngineException.refused(engine, option, "valid options: " + valid, null);
      }
    }
  }

  private static Stream<Method> setters(Class<?> builder) {
    return Stream.of(builder.getMethods()).filter(BuilderOptions::isSetter);
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

  /**
   * Calls the setters that this builder has.
   *
   * @return the builder
   * @throws EngineException if a value is invalid, or with the engine's message if it rejects it
   */
  public <B> B applyTo(B builder) {
    options.forEach(
        (option, value) ->
            setters(builder.getClass())
                .filter(setter -> option(setter).equals(option))
                .min(comparing(setter -> (setter.getParameterCount() == 0) != value.equals("true")))
                .ifPresent(setter -> call(builder, setter, option, value)));
    return builder;
  }

  private void call(Object builder, Method setter, String option, String value) {
    try {
      if (setter.getParameterCount() == 1) {
        setter.invoke(builder, PARAMETERS.get(setter.getParameterTypes()[0]).apply(value));
      } else if (value.equals("true")) {
        setter.invoke(builder);
      } else {
        throw EngineException.refused(engine, option, "it is a flag without a value", null);
      }
    } catch (IllegalArgumentException e) {
      throw EngineException.refused(
          engine, option, "invalid %s '%s'".formatted(setter.getParameterTypes()[0], value), e);
    } catch (ReflectiveOperationException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw EngineException.refused(engine, option, String.valueOf(cause), cause);
    }
  }
}
