package dev.storagebench.core.engine;

import dev.storagebench.core.Recorded;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The interface that plug-ins are compiled against: all that a signature of it leads to. */
class StableSpiTest {
  private static final List<Class<?>> BEGINNINGS =
      List.of(
          StorageEngine.class,
          EmbeddedEngine.class,
          Session.class,
          ArrayBatch.class,
          HeapBytes.class,
          StoreFolder.class,
          EngineException.class,
          UnsupportedSettingException.class);

  // Of all records and enums.
  private static final Set<String> OF_ALL =
      Set.of("equals", "hashCode", "toString", "values", "valueOf");

  @Test
  void signaturesAreThoseOfTheFile() throws IOException {
    Set<Class<?>> types = new LinkedHashSet<>();
    Deque<Type> open = new ArrayDeque<>(BEGINNINGS);
    while (!open.isEmpty()) {
      Type each = open.pop();
      if (each instanceof ParameterizedType generic) {
        open.addAll(List.of(generic.getActualTypeArguments()));
        open.add(generic.getRawType());
      } else if (each instanceof Class<?> type && type.isArray()) {
        open.add(type.componentType());
      } else if (each instanceof Class<?> type
          && type.getName().startsWith("dev.storagebench.")
          && types.add(type)) {
        open.addAll(Arrays.asList(type.getGenericInterfaces()));
        Stream.ofNullable(type.getGenericSuperclass()).forEach(open::add);
        members(type).flatMap(StableSpiTest::typesOf).forEach(open::add);
      }
    }
    Recorded.check(
        Path.of("src/test/resources/spi.txt"),
        types.stream()
            .flatMap(type -> Stream.concat(Stream.of(type.toGenericString()), signatures(type))));
  }

  private static Stream<Member> members(Class<?> type) {
    return Stream.of(
            type.getDeclaredMethods(), type.getDeclaredConstructors(), type.getDeclaredFields())
        .flatMap(Arrays::<Member>stream)
        .filter(each -> (each.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0)
        .filter(each -> !each.isSynthetic() && !OF_ALL.contains(each.getName()));
  }

  private static Stream<Type> typesOf(Member member) {
    return member instanceof Field field
        ? Stream.of(field.getGenericType())
        : Stream.concat(
            Stream.of(((Executable) member).getGenericParameterTypes()),
            Stream.of(((Executable) member).getAnnotatedReturnType().getType()));
  }

  private static Stream<String> signatures(Class<?> type) {
    return members(type)
        .map(
            each ->
                each instanceof Field field
                    ? field.toGenericString()
                    : ((Executable) each).toGenericString())
        .map(text -> text.replaceFirst("\\b(native|synchronized|strictfp) ", ""));
  }
}
