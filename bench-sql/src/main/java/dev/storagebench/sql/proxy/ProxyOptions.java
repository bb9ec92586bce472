package dev.storagebench.sql.proxy;

import dev.storagebench.core.engine.AppliedSetting;
import dev.storagebench.core.engine.EnumNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A candidate's proxy: option {@code proxy=direct}, {@code proxy=haproxy}, {@code
 * proxy=shardingsphere} or {@code proxy=shardingsphere:TOPOLOGY}, and options {@code
 * proxy.NAME=value}.
 *
 * <p>For ShardingSphere, NAME is {@code executor} ({@code OLAP} or {@code OLTP}), {@code
 * statements} ({@code prepared} or {@code text}, on the way to the servers), {@code connections}
 * (to each database), {@code heap} ({@code 512m}), or one of its own properties, such as {@code
 * max-connections-size-per-query}. The others have none.
 *
 * @param properties by their names without {@code proxy.}
 */
public record ProxyOptions(Program program, Topology topology, Map<String, String> properties) {
  private static final String OPTION = "proxy";
  private static final String PREFIX = OPTION + ".";
  private static final Map<String, Option> OPTIONS =
      Map.of(
          "executor", new Option("OLAP", "OLAP|OLTP", "OLAP, OLTP"),
          "statements", new Option("prepared", "prepared|text", "prepared, text"),
          "connections", new Option("200", "[1-9][0-9]{0,3}", "1 to 9999"),
          "heap", new Option("512m", "[1-9][0-9]{0,5}[mg]", "512m, 1g"));
  private static final Pattern PROPERTY = Pattern.compile("[a-z]+(?:-[a-z]+)*+");

  /** An option of ours; its form is a regular expression. */
  private record Option(String byDefault, String form, String expected) {}

  /** The programs. */
  public enum Program {
    /** None; the server listens where a proxy would reach it, as the baseline. */
    DIRECT,
    HAPROXY,
    SHARDINGSPHERE;

    @Override
    public String toString() {
      return EnumNames.option(this);
    }
  }

  public ProxyOptions {
    properties = Map.copyOf(properties);
    if (program != Program.SHARDINGSPHERE && topology != Topology.ROUTE) {
      throw new IllegalArgumentException(
          "invalid proxy '%s:%s': only ShardingSphere has topologies (expected %s, or shardingsphere:%s)"
              .formatted(program, topology, program, topology));
    }
    properties.forEach((name, value) -> require(program, name, value));
  }

  private static void require(Program program, String name, String value) {
    if (program != Program.SHARDINGSPHERE) {
      throw new IllegalArgumentException(
          "invalid option 'proxy.%s': proxy=%s has no options".formatted(name, program));
    }
    Option option = OPTIONS.get(name);
    if (option == null && !PROPERTY.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "invalid option 'proxy.%s' (expected executor, statements, connections, heap, or a property of ShardingSphere-Proxy such as max-connections-size-per-query)"
              .formatted(name));
    }
    if (option != null && !value.matches(option.form)) {
      throw new IllegalArgumentException(
          "invalid value '%s' of option 'proxy.%s' (expected %s)"
              .formatted(value, name, option.expected));
    }
  }

  /**
   * The options that a store depends on: a topology of several servers, and all that are not for a
   * proxy.
   */
  public static Map<String, String> withTopologyOnly(Map<String, String> options) {
    Map<String, String> rest = new LinkedHashMap<>(options);
    rest.keySet().removeIf(ProxyOptions::isOne);
    of(options)
        .filter(proxy -> proxy.topology != Topology.ROUTE)
        .ifPresent(proxy -> rest.put(OPTION, proxy.program + ":" + proxy.topology));
    return rest;
  }

  /** Whether a candidate's option is for a proxy, not for a server. */
  public static boolean isOne(String option) {
    return option.equals(OPTION) || option.startsWith(PREFIX);
  }

  /**
   * The proxy among a candidate's options.
   *
   * @throws IllegalArgumentException if one is invalid; the message lists valid values
   */
  public static Optional<ProxyOptions> of(Map<String, String> options) {
    Map<String, String> properties = new TreeMap<>();
    options.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            properties.put(name.substring(PREFIX.length()), value);
          }
        });
    String proxy = options.get(OPTION);
    if (proxy == null) {
      if (properties.isEmpty()) {
        return Optional.empty();
      }
      throw new IllegalArgumentException(
          "option 'proxy.%s' without a proxy; add proxy=shardingsphere"
              .formatted(properties.keySet().iterator().next()));
    }
    String[] words = proxy.split(":", 2);
    Program program =
        Stream.of(Program.values())
            .filter(each -> each.toString().equals(words[0]))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "invalid proxy '%s' (expected %s, the last one also with one of the topologies %s, as in shardingsphere:sharding; any other proxy is reached by --client-url)"
                            .formatted(
                                proxy,
                                EnumNames.list(List.of(Program.values())),
                                EnumNames.list(List.of(Topology.values())))));
    Topology topology =
        words.length == 1 ? Topology.ROUTE : EnumNames.parse(Topology.class, "topology", words[1]);
    return Optional.of(new ProxyOptions(program, topology, properties));
  }

  /** The value of an option of ours, or its default. */
  String get(String name) {
    return properties.getOrDefault(name, OPTIONS.get(name).byDefault);
  }

  /** An option of ours for the results. */
  AppliedSetting setting(String name, String reason) {
    return setting(PREFIX + name, get(name), reason);
  }

  /** A setting for the results. */
  AppliedSetting setting(String name, String value, String reason) {
    boolean asked =
        name.equals(OPTION) || properties.containsKey(name.replaceFirst("^proxy\\.", ""));
    return new AppliedSetting(
        name, value, asked ? AppliedSetting.Role.CANDIDATE : AppliedSetting.Role.OWN, reason);
  }

  /** ShardingSphere's own properties, including those that our options set. */
  Map<String, String> ownProperties() {
    Map<String, String> own = new TreeMap<>(properties);
    own.keySet().removeAll(OPTIONS.keySet());
    own.putIfAbsent("proxy-backend-executor-suitable", get("executor"));
    // 5.1.1 notes in a thread, not in the connection, that a transaction is open. With OLAP and
    // OLTP other threads run its statements, or other connections share its thread, and its reads
    // go to replicas: of 1,600 reads by 8 clients 489 and 374 missed the transaction's own write.
    // With hints each connection has a thread of its own: none did.
    if (topology == Topology.READ_WRITE_SPLITTING && !properties.containsKey("executor")) {
      own.putIfAbsent("proxy-hint-enabled", "true");
    }
    // As in the published experiment's configuration: one connection of a client to each database.
    own.putIfAbsent("max-connections-size-per-query", "1");
    return own;
  }
}
