package dev.storagebench.sql.proxy;

import java.beans.Expression;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Starts ShardingSphere-Proxy 5.1.1 on the loopback address only, which its own start class cannot.
 * Arguments: the port, the version to report to clients, and the names of properties that must be
 * valid. Standard input: the configuration.
 *
 * <p>Beside this class the class path holds the proxy's jars only, and those are absent when this
 * is compiled: hence the reflection.
 */
final class ShardingSphereMain {
  private static final String PACKAGE = "org.apache.shardingsphere.";

  private ShardingSphereMain() {}

  /** Runs until it is killed. */
  public static void main(String[] arguments) {
    try {
      requireKnown(Arrays.asList(arguments).subList(2, arguments.length));
      serve(Integer.parseInt(arguments[0]), arguments[1], System.in.readAllBytes());
    } catch (Throwable e) {
      Throwable cause = e;
      while (cause instanceof InvocationTargetException && cause.getCause() != null) {
        cause = cause.getCause();
      }
      for (Throwable each = cause; each != null; each = each.getCause()) {
        System.err.println("[ERROR] " + each);
      }
      cause.printStackTrace();
      // Netty's threads and the pools' would keep the process alive.
      Runtime.getRuntime().halt(1);
    }
  }

  /** The proxy itself ignores unknown properties. */
  private static void requireKnown(List<String> names) throws Exception {
    List<String> known = new ArrayList<>();
    for (Object key : type("infra.config.props.ConfigurationPropertyKey").getEnumConstants()) {
      known.add((String) call(key, "getKey"));
    }
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "unknown property '%s' (expected %s)".formatted(name, String.join(", ", known)));
      }
    }
  }

  private static void serve(int port, String version, byte[] configuration) throws Exception {
    Class<?> factory = type("driver.api.yaml.YamlShardingSphereDataSourceFactory");
    Object dataSource = call(factory, "createDataSource", configuration);
    Object context = call(type("proxy.backend.context.ProxyContext"), "getInstance");
    call(context, "init", call(dataSource, "getContextManager"));
    call(type("db.protocol.mysql.constant.MySQLServerInfo"), "setServerVersion", version);

    // ShardingSphereProxy.start(port), but for the address.
    Object proxy = call(type("proxy.frontend.ShardingSphereProxy"), "new");
    Object bootstrap = call(Class.forName("io.netty.bootstrap.ServerBootstrap"), "new");
    own(proxy, "createEventLoopGroup").invoke(proxy);
    own(proxy, "initServerBootstrap", bootstrap.getClass()).invoke(proxy, bootstrap);
    Object bound = call(call(bootstrap, "bind", "127.0.0.1", port), "sync");
    own(proxy, "accept", Class.forName("io.netty.channel.ChannelFuture")).invoke(proxy, bound);
  }

  /** Calls a public method of an object, a static one of a class, or its constructor, "new". */
  private static Object call(Object target, String method, Object... arguments) throws Exception {
    return new Expression(target, method, arguments).getValue();
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(PACKAGE + name);
  }

  private static Method own(Object object, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = object.getClass().getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }
}
