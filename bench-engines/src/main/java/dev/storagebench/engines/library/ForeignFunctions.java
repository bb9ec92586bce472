package dev.storagebench.engines.library;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.engines.library.NativeMemory.Block;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;

/**
 * Binds interfaces to C functions by Java's Foreign Function and Memory API. JDK 22 and later have
 * it, and code for Java 17 reaches it by reflection, once for each function: a method then invokes
 * a handle that is a constant of its class, which HotSpot compiles as it does a {@code static
 * final} one. Threads change to native state, as in JNI: an engine may wait for a disk, which a
 * critical function must not.
 */
final class ForeignFunctions {
  private static final String FOREIGN = "java.lang.foreign.";
  private static final Lookup LOOKUP = MethodHandles.lookup();
  private static final Type HANDLE = Type.getType(MethodHandle.class);
  // An element of the class data of the calling class, as a constant.
  private static final Handle CLASS_DATA_AT =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          Type.getInternalName(MethodHandles.class),
          "classDataAt",
          "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
          /* isInterface= */ false);

  // Paths and names of properties: few, and each at the same address as long as the JVM lives.
  private static final Map<String, Block> TEXTS = new ConcurrentHashMap<>();

  private ForeignFunctions() {}

  /**
   * Creates an object whose methods call C functions.
   *
   * @param functions methods with different names of {@code long}, {@code int}, {@code byte} and
   *     {@code double}; a {@code String} is passed as the address of a zero-terminated text
   * @param addresses of the functions; 0 for one that is missing: calling it is an {@link
   *     AbstractMethodError}
   * @throws UnsupportedSettingException if this JDK lacks the API
   */
  static <T> T bind(Class<T> functions, ToLongFunction<String> addresses) {
    if (Runtime.version().feature() < 22) {
      throw new UnsupportedSettingException(
          "binding=ffm needs JDK 22 or later, and this is %s: name one with jdk=25"
              .formatted(Runtime.version()));
    }
    try {
      List<Method> methods =
          Stream.of(functions.getMethods())
              .filter(each -> addresses.applyAsLong(each.getName()) != 0)
              .toList();
      List<MethodHandle> handles = new ArrayList<>();
      for (Method each : methods) {
        handles.add(downcall(each, addresses.applyAsLong(each.getName())));
      }
      byte[] code = code(functions, methods);
      Class<?> bound = LOOKUP.defineHiddenClassWithClassData(code, handles, true).lookupClass();
      return functions.cast(bound.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException e) {
      throw new EngineException(
          "cannot bind %s: %s".formatted(functions, e.getCause() == null ? e : e.getCause()), e);
    }
  }

  @SuppressWarnings("UnusedMethod") // found by its name
  private static long text(String text) {
    return TEXTS.computeIfAbsent(text, Block::of).address();
  }

  private static MethodHandle downcall(Method method, long address)
      throws ReflectiveOperationException {
    MethodType ofText = MethodType.methodType(long.class, String.class);
    MethodHandle text = LOOKUP.findStatic(ForeignFunctions.class, "text", ofText);
    Class<?>[] types = method.getParameterTypes();
    Object layouts = Array.newInstance(Class.forName(FOREIGN + "MemoryLayout"), types.length);
    @Nullable MethodHandle[] texts = new MethodHandle[types.length];
    for (int i = 0; i < types.length; i++) {
      Array.set(layouts, i, layout(types[i]));
      texts[i] = types[i] == String.class ? text : null;
    }
    Object function =
        method.getReturnType() == void.class
            ? call("FunctionDescriptor", null, "ofVoid", layouts)
            : call("FunctionDescriptor", null, "of", layout(method.getReturnType()), layouts);
    Object linker = call("Linker", null, "nativeLinker");
    Object segment = call("MemorySegment", null, "ofAddress", address);
    Object options = Array.newInstance(Class.forName(FOREIGN + "Linker$Option"), 0);
    Object handle = call("Linker", linker, "downcallHandle", segment, function, options);
    return MethodHandles.filterArguments((MethodHandle) handle, 0, texts);
  }

  private static Object layout(Class<?> type) throws ReflectiveOperationException {
    String passed = type == String.class ? "LONG" : type.getName().toUpperCase(Locale.ROOT);
    return Class.forName(FOREIGN + "ValueLayout").getField("JAVA_" + passed).get(null);
  }

  /** Calls the one method of an interface with this name and number of parameters. */
  private static Object call(String type, @Nullable Object on, String name, Object... given)
      throws ReflectiveOperationException {
    return Stream.of(Class.forName(FOREIGN + type).getMethods())
        .filter(each -> each.getName().equals(name) && each.getParameterCount() == given.length)
        .findFirst()
        .orElseThrow(() -> new NoSuchMethodException(name))
        .invoke(on, given);
  }

  private static byte[] code(Class<?> functions, List<Method> methods) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String name = Type.getInternalName(ForeignFunctions.class) + "$Bound";
    String[] interfaces = {Type.getInternalName(functions)};
    writer.visit(Opcodes.V17, Opcodes.ACC_FINAL, name, null, "java/lang/Object", interfaces);
    var constructor = org.objectweb.asm.commons.Method.getMethod("void <init> ()");
    GeneratorAdapter code = new GeneratorAdapter(0, constructor, null, null, writer);
    code.loadThis();
    code.invokeConstructor(Type.getType(Object.class), constructor);
    code.returnValue();
    code.endMethod();
    for (int i = 0; i < methods.size(); i++) {
      var method = org.objectweb.asm.commons.Method.getMethod(methods.get(i));
      GeneratorAdapter body = new GeneratorAdapter(Opcodes.ACC_PUBLIC, method, null, null, writer);
      var exact = new org.objectweb.asm.commons.Method("invokeExact", method.getDescriptor());
      body.push(new ConstantDynamic("_", HANDLE.getDescriptor(), CLASS_DATA_AT, i));
      body.loadArgs();
      body.invokeVirtual(HANDLE, exact);
      body.returnValue();
      body.endMethod();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }
}
