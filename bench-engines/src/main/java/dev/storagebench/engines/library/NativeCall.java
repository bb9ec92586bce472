package dev.storagebench.engines.library;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Type;
import java.util.Collections;

/**
 * Calls of C functions by their addresses, for handles that are structures of function pointers.
 * Parameters are pointers or integers, the result is an {@code int}; whatever needs fewer bits is
 * passed in the lower ones.
 */
public final class NativeCall {
  private static final Invoker INVOKER = Invoker.getInstance();
  private static final CallContext ONE = pointers(1);
  private static final CallContext TWO = pointers(2);
  private static final CallContext THREE = pointers(3);
  private static final CallContext FOUR = pointers(4);
  private static final CallContext FIVE = pointers(5);

  private NativeCall() {}

  /** The form of a function with an {@code int} as result. */
  public static CallContext context(Type... parameters) {
    return CallContext.getCallContext(
        Type.SINT32, parameters, CallingConvention.DEFAULT, /* saveErrno= */ false);
  }

  private static CallContext pointers(int parameters) {
    return context(Collections.nCopies(parameters, Type.POINTER).toArray(Type[]::new));
  }

  public static int call(long function, long first) {
    return (int) INVOKER.invokeN1(ONE, function, first);
  }

  public static int call(long function, long first, long second) {
    return (int) INVOKER.invokeN2(TWO, function, first, second);
  }

  public static int call(long function, long first, long second, long third) {
    return (int) INVOKER.invokeN3(THREE, function, first, second, third);
  }

  public static int call(long function, long first, long second, long third, long fourth) {
    return (int) INVOKER.invokeN4(FOUR, function, first, second, third, fourth);
  }

  public static int call(
      long function, long first, long second, long third, long fourth, long fifth) {
    return (int) INVOKER.invokeN5(FIVE, function, first, second, third, fourth, fifth);
  }
}
