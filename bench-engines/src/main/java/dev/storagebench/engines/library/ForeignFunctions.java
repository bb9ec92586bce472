package dev.storagebench.engines.library;

import dev.storagebench.core.engine.EngineException;
import dev.storagebench.core.engine.UnsupportedSettingException;
import dev.storagebench.engines.library.NativeMemory.Block;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;

/**
 * Binds interfaces to C functions by Java's Foreign Function and Memory API. JDK 22 and later have
 * it, and code for Java 17 reaches it by reflection, once for each function: a method is then one
 * {@code invokedynamic} instruction with a constant handle, which HotSpot compiles as it does a
 * {@code static final} one. Threads change to native state, as in JNI: an engine may wait for a
 * disk, which a critical function must not.
 */
final class ForeignFunctions {
  private static final int FIRST_JDK = 22;
  private static final String FOREIGN = "java.lang.foreign.";
  private static final Lookup LOOKUP = MethodHandles.lookup();
  private static final String OWN_NAME = Type.getInternalName(ForeignFunctions.class);
  private static final Handle LINK =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          OWN_NAME,
          "link",
          MethodType.methodType(CallSite.class, Lookup.class, String.class, MethodType.class)
              .toMethodDescriptorString(),
          /* isInterface= */ false);

  // Paths and names of properties: few, and each at the same address as long as the JVM lives.
  private static final Map<String, Block> TEXTS = new ConcurrentHashMap<>();

  private ForeignFunctions() {}

  /**
   * An object whose methods call C functions.
   *
   * @param functions methods of {@code long}, {@code int}, {@code byte} and {@code double}; a
   *     {@code String} is passed as the address of a zero-terminated text
   * @param addresses of the functions; 0 for one that is missing, which fails when it is called
   * @throws UnsupportedSettingException if this JDK lacks the API
   */
  static <T> T bind(Class<T> functions, ToLongFunction<String> addresses) {
    if (Runtime.version().feature() < FIRST_JDK) {
      throw new UnsupportedSettingException(
          "binding=ffm needs JDK %d or later, and this is %s: name one with jdk=25"
              .formatted(FIRST_JDK, Runtime.version()));
    }
    try {
      Map<String, MethodHandle> handles = new HashMap<>();
      for (Method each : functions.getMethods()) {
        handles.put(
            key(each.getName(), type(each)), handle(each, addresses.applyAsLong(each.getName())));
      }
      Class<?> bound =
          LOOKUP.defineHiddenClassWithClassData(code(functions), handles, true).lookupClass();
      return functions.cast(bound.getDeclaredConstructor().newInstance());
    } catch (InvocationTargetException e) {
      throw new EngineException("cannot bind " + functions + ": " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new EngineException("cannot bind " + functions + ": " + e, e);
    }
  }

  private static MethodType type(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
  }

  private static String key(String name, MethodType type) {
    return name + type.toMethodDescriptorString();
  }

  private static MethodHandle handle(Method method, long address)
      throws ReflectiveOperationException {
    MethodType type = type(method);
    if (address == 0) {
      MethodHandle failing =
          MethodHandles.throwException(type.returnType(), EngineException.class)
              .bindTo(new EngineException("the library lacks " + method.getName()));
      return MethodHandles.dropArguments(failing, 0, type.parameterList());
    }
    MethodHandle texts =
        LOOKUP.findStatic(
            ForeignFunctions.class, "text", MethodType.methodType(long.class, String.class));
    MethodHandle handle = downcall(type, address);
    for (int i = 0; i < type.parameterCount(); i++) {
      if (type.parameterType(i) == String.class) {
        handle = MethodHandles.filterArguments(handle, i, texts);
      }
    }
    return handle;
  }

  @SuppressWarnings("UnusedMethod") // found by its name
  private static long text(String text) {
    return TEXTS.computeIfAbsent(text, Block::of).address();
  }

  private static MethodHandle downcall(MethodType type, long address)
      throws ReflectiveOperationException {
    Class<?> layout = Class.forName(FOREIGN + "MemoryLayout");
    Class<?> descriptor = Class.forName(FOREIGN + "FunctionDescriptor");
    Class<?> segment = Class.forName(FOREIGN + "MemorySegment");
    Class<?> linker = Class.forName(FOREIGN + "Linker");
    Class<?> options = Class.forName(FOREIGN + "Linker$Option").arrayType();
    Object parameters = Array.newInstance(layout, type.parameterCount());
    for (int i = 0; i < type.parameterCount(); i++) {
      Array.set(parameters, i, layout(type.parameterType(i)));
    }
    Object described =
        type.returnType() == void.class
            ? descriptor.getMethod("ofVoid", layout.arrayType()).invoke(null, parameters)
            : descriptor
                .getMethod("of", layout, layout.arrayType())
                .invoke(null, layout(type.returnType()), parameters);
    return (MethodHandle)
        linker
            .getMethod("downcallHandle", segment, descriptor, options)
            .invoke(
                linker.getMethod("nativeLinker").invoke(null),
                segment.getMethod("ofAddress", long.class).invoke(null, address),
                described,
                Array.newInstance(options.componentType(), 0));
  }

  private static Object layout(Class<?> type) throws ReflectiveOperationException {
    Class<?> passed = type == String.class ? long.class : type;
    String constant = "JAVA_" + passed.getName().toUpperCase(Locale.ROOT);
    return Class.forName(FOREIGN + "ValueLayout").getField(constant).get(null);
  }

  private static byte[] code(Class<?> functions) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_FINAL,
        OWN_NAME + "$Bound",
        null,
        "java/lang/Object",
        new String[] {Type.getInternalName(functions)});
    org.objectweb.asm.commons.Method constructor =
        org.objectweb.asm.commons.Method.getMethod("void <init> ()");
    GeneratorAdapter code = new GeneratorAdapter(0, constructor, null, null, writer);
    code.loadThis();
    code.invokeConstructor(Type.getType(Object.class), constructor);
    code.returnValue();
    code.endMethod();
    Stream.of(functions.getMethods())
        .map(org.objectweb.asm.commons.Method::getMethod)
        .forEach(
            each -> {
              GeneratorAdapter body =
                  new GeneratorAdapter(Opcodes.ACC_PUBLIC, each, null, null, writer);
              body.loadArgs();
              body.invokeDynamic(each.getName(), each.getDescriptor(), LINK);
              body.returnValue();
              body.endMethod();
            });
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Links a call in a class that {@link #bind} has defined. */
  static CallSite link(Lookup caller, String name, MethodType type) throws IllegalAccessException {
    Map<?, ?> handles = MethodHandles.classData(caller, ConstantDescs.DEFAULT_NAME, Map.class);
    return new ConstantCallSite((MethodHandle) handles.get(key(name, type)));
  }
}
