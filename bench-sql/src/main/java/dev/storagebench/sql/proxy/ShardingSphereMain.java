package dev.storagebench.sql.proxy;

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
  private static void requireKnown(List<String> names) throws ReflectiveOperationException {
    Class<?> keys = type("infra.config.props.ConfigurationPropertyKey");
    List<String> known = new ArrayList<>();
    for (Object key : keys.getEnumConstants()) {
      known.add((String) keys.getMethod("getKey").invoke(key));
    }
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "unknown property '%s' (expected %s)".formatted(name, String.join(", ", known)));
      }
    }
  }

  private static void serve(int port, String version, byte[] configuration)
      throws ReflectiveOperationException {
    Object dataSource =
        type("driver.api.yaml.YamlShardingSphereDataSourceFactory")
            .getMethod("createDataSource", byte[].class)
            .invoke(null, (Object) configuration);
    Object contextManager = dataSource.getClass().getMethod("getContextManager").invoke(dataSource);
    Class<?> context = type("proxy.backend.context.ProxyContext");
    context
        .getMethod("init", contextManager.getClass())
        .invoke(context.getMethod("getInstance").invoke(null), contextManager);
    type("db.protocol.mysql.constant.MySQLServerInfo")
        .getMethod("setServerVersion", String.class)
        .invoke(null, version);

    // ShardingSphereProxy.start(port), but for the address.
    Object proxy = type("proxy.frontend.ShardingSphereProxy").getConstructor().newInstance();
    Object bootstrap =
        Class.forName("io.netty.bootstrap.ServerBootstrap").getConstructor().newInstance();
    own(proxy, "createEventLoopGroup").invoke(proxy);
    own(proxy, "initServerBootstrap", bootstrap.getClass()).invoke(proxy, bootstrap);
    Object bound =
        bootstrap
            .getClass()
            .getMethod("bind", String.class, int.class)
            .invoke(bootstrap, "127.0.0.1", port);
    Class<?> future = Class.forName("io.netty.channel.ChannelFuture");
    future.getMethod("sync").invoke(bound);
    own(proxy, "accept", future).invoke(proxy, bound);
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
