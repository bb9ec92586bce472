package dev.storagebench.engines;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.storagebench.core.engine.EngineException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A candidate's options for an engine that is set up by methods of a Java class: {@code
 * keysPerPage=64} calls {@code keysPerPage(64)} or {@code setKeysPerPage(64)}, and the flag {@code
 * counterEnable} calls the method without a parameter. Methods that take no number or boolean are
 * no options.
 */
public final class BuilderOptions {
  private static final Map<Class<?>, Function<String, Object>> PARAMETERS =
      Map.of(
          int.class, Integer::valueOf,
          long.class, Long::valueOf,
          double.class, Double::valueOf,
          boolean.class, BuilderOptions::truth);

  private final String engine;
  private final Map<String, Call> calls = new LinkedHashMap<>();

  private record Call(Method method, List<Object> arguments) {}

  /**
   * Finds the methods.
   *
   * @param builders the classes that may have them
   * @throws EngineException if none of them has one, which lists those there are, or it takes no
   *     such value
   */
  public BuilderOptions(String engine, Map<String, String> options, Class<?>... builders) {
    this.engine = engine;
    Map<String, List<Method>> methods =
        Stream.of(builders)
            .flatMap(builder -> Stream.of(builder.getMethods()))
            .filter(BuilderOptions::sets)
            .collect(groupingBy(BuilderOptions::option, TreeMap::new, toList()));
    options.forEach(
        (option, value) -> {
          if (!methods.containsKey(option)) {
            throw EngineException.refused(engine, option, "there are " + methods.keySet(), null);
          }
          calls.put(option, call(option, value, methods.get(option)));
        });
  }

  private static boolean sets(Method method) {
    if (Modifier.isStatic(method.getModifiers())) {
      return false;
    }
    return switch (method.getParameterCount()) {
      case 0 ->
          method.getReturnType() == method.getDeclaringClass() && !method.getName().equals("clone");
      case 1 ->
          PARAMETERS.containsKey(method.getParameterTypes()[0])
              && (method.getReturnType() == method.getDeclaringClass()
                  || method.getName().startsWith("set"));
      default -> false;
    };
  }

  private static String option(Method method) {
    String name = method.getName().replaceFirst("^set(?=[A-Z])", "");
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static Boolean truth(String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException("expected true or false");
    }
    return Boolean.valueOf(value);
  }

  private Call call(String option, String value, List<Method> methods) {
    for (Method method : methods) {
      if (method.getParameterCount() == 0 && value.equals("true")) {
        return new Call(method, List.of());
      }
    }
    for (Method method : methods) {
      if (method.getParameterCount() == 1) {
        Class<?> type = method.getParameterTypes()[0];
        try {
          return new Call(method, List.of(PARAMETERS.get(type).apply(value)));
        } catch (IllegalArgumentException e) {
          throw EngineException.refused(
              engine, option, "invalid %s '%s'".formatted(type, value), e);
        }
      }
    }
    throw EngineException.refused(engine, option, "it takes no value", null);
  }

  /**
   * Calls those methods that are a builder's.
   *
   * @return the builder
   * @throws EngineException with the engine's message if it does not take a value
   */
  public <B> B applyTo(B builder) {
    calls.forEach(
        (option, call) -> {
          if (call.method.getDeclaringClass().isInstance(builder)) {
            try {
              call.method.invoke(builder, call.arguments.toArray());
            } catch (InvocationTargetException e) {
              throw EngineException.refused(
                  engine, option, String.valueOf(e.getCause()), e.getCause());
            } catch (IllegalAccessException e) {
              throw EngineException.refused(engine, option, String.valueOf(e.getMessage()), e);
            }
          }
        });
    return builder;
  }
}
