package dev.storagebench.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * {@code assertThatThrownBy} and its like catch everything, an assumption's {@code
 * TestAbortedException} as well: where an engine is absent, the test fails for the wrong exception
 * or passes for any. So no code that is handed to them may reach an assumption; a test makes its
 * assumptions before. Read from the compiled tests of all modules, it holds on a machine that has
 * every engine, too.
 */
final class AssumptionRuleTest {
  private static final Set<String> CATCHING =
      Set.of(
          "org/assertj/core/api/ThrowableAssert$ThrowingCallable",
          "org/junit/jupiter/api/function/Executable",
          "org/junit/jupiter/api/function/ThrowingSupplier");
  private static final Set<String> ABORTING =
      Set.of(
          "org/junit/jupiter/api/Assumptions",
          "org/assertj/core/api/Assumptions",
          "org/opentest4j/TestAbortedException");

  /** A method by its class, name and descriptor. */
  private record Method(String owner, String name, String descriptor) {
    static Method of(Handle handle) {
      return new Method(handle.getOwner(), handle.getName(), handle.getDesc());
    }

    Method in(String other) {
      return new Method(other, name, descriptor);
    }
  }

  private record Catching(Method test, Method code) {}

  private final Map<Method, Set<Method>> calls = new HashMap<>();
  private final Map<String, Set<String>> relatives = new HashMap<>();
  private final Set<Catching> catching = new HashSet<>();

  @Test
  void noAssumptionIsMadeWhereAnAssertionCatchesIt() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path classes : modules.map(module -> module.resolve("target/test-classes")).toList()) {
        if (Files.isDirectory(classes)) {
          try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
              new ClassReader(Files.readAllBytes(file)).accept(new Reader(), 0);
            }
          }
        }
      }
    }
    assertThat(catching).as("assertions that catch").isNotEmpty();
    Set<String> wrong = new TreeSet<>();
    for (Catching each : catching) {
      if (aborts(each.code())) {
        wrong.add(each.test().owner() + "." + each.test().name());
      }
    }
    assertThat(wrong).as("make the assumption before the assertion that would catch it").isEmpty();
  }

  /** Whether a method reaches an assumption through any code of the tests. */
  private boolean aborts(Method first) {
    Set<Method> seen = new HashSet<>(Set.of(first));
    Deque<Method> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      Method method = open.pop();
      if (ABORTING.contains(method.owner())) {
        return true;
      }
      Stream.concat(
              calls.getOrDefault(method, Set.of()).stream(),
              // Inherited, or overridden.
              relatives.getOrDefault(method.owner(), Set.of()).stream()
                  .filter(other -> !method.name().equals("<init>"))
                  .map(method::in)
                  .filter(calls::containsKey))
          .filter(seen::add)
          .forEach(open::push);
    }
    return false;
  }

  private final class Reader extends ClassVisitor {
    private String name = "";

    Reader() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        String superName,
        String[] interfaces) {
      this.name = name;
      Stream.concat(Stream.of(superName), Stream.of(interfaces))
          .filter(each -> each.startsWith("dev/storagebench/"))
          .forEach(
              above -> {
                relatives.computeIfAbsent(name, key -> new HashSet<>()).add(above);
                relatives.computeIfAbsent(above, key -> new HashSet<>()).add(name);
              });
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      Method caller = new Method(name, method, descriptor);
      Set<Method> called = calls.computeIfAbsent(caller, key -> new HashSet<>());
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
          called.add(new Method(owner, name, descriptor));
        }

        @Override
        public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... arguments) {
          for (Object argument : arguments) {
            if (argument instanceof Handle code) {
              called.add(Method.of(code));
              if (CATCHING.contains(Type.getReturnType(descriptor).getInternalName())) {
                catching.add(new Catching(caller, Method.of(code)));
              }
            }
          }
        }
      };
    }
  }
}
