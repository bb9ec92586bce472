package dev.storagebench.core.cell;

import dev.storagebench.core.text.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The benchmarks of this jar by name, and their parameters. */
public final class Workloads {
  private static final Map<String, WorkloadType> TYPES = new TreeMap<>();
  // Of a cell's store; the workload decides how keys are chosen.
  private static final List<Parameter<?>> SHARED =
      Stream.concat(Parameter.CONDITIONS.stream(), Stream.of(Parameter.SEED))
          .filter(each -> each != Parameter.DISTRIBUTION)
          .toList();
  private static final Map<String, Map<String, List<String>>> PARAMETERS = new TreeMap<>();

  static {
    for (WorkloadType type :
        ServiceLoader.load(WorkloadType.class, Workloads.class.getClassLoader())) {
      Map<String, List<String>> parameters = new TreeMap<>();
      Stream.concat(SHARED.stream(), type.own().stream())
          .forEach(each -> parameters.put(each.key(), type.defaults(each)));
      TYPES.put(type.name(), type);
      PARAMETERS.put(type.name(), parameters);
    }
  }

  private Workloads() {}

  /** The names of all benchmarks. */
  public static Set<String> names() {
    return TYPES.keySet();
  }

  /**
   * The benchmark of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the valid names
   */
  public static WorkloadType named(String name) {
    return find(name).orElseThrow(() -> NearestName.unknown("benchmark", name, names()));
  }

  /** The benchmark of this name; empty for one of another version or of a plugin. */
  public static Optional<WorkloadType> find(String name) {
    return Optional.ofNullable(TYPES.get(name));
  }

  /** The benchmark as JMH names it: package, class and method. */
  public static WorkloadType ofJmh(String benchmark) {
    String[] names = benchmark.split("\\.", -1);
    return named(names[names.length - 2]);
  }

  /** The names of the benchmarks that perform the operations of a recorded trace. */
  public static List<String> replayingTraces() {
    return names().stream().filter(name -> named(name).replaysTrace()).toList();
  }

  /** The name of the benchmark that only reads, record by record, what has been loaded. */
  public static String readOnly() {
    return names().stream()
        .filter(name -> named(name).readPercent(new Parameters(defaults(name))).orElse(0) == 100)
        .findFirst()
        .orElseThrow();
  }

  /** The parameters of each benchmark, with their defaults. */
  public static Map<String, Map<String, List<String>>> parameters() {
    return PARAMETERS;
  }

  /** Every parameter of any benchmark. */
  public static Set<String> parameterNames() {
    Set<String> names = new TreeSet<>();
    PARAMETERS.values().forEach(each -> names.addAll(each.keySet()));
    return names;
  }

  /** The first default of each parameter of a benchmark. */
  public static Map<String, String> defaults(String name) {
    Map<String, String> defaults = new LinkedHashMap<>();
    PARAMETERS
        .getOrDefault(name, Map.of())
        .forEach((parameter, values) -> defaults.put(parameter, values.get(0)));
    return defaults;
  }
}
