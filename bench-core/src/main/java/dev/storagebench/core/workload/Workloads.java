package dev.storagebench.core.workload;

import dev.storagebench.core.text.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The benchmarks of this jar by name, and their parameters as JMH knows them. */
public final class Workloads {
  private static final Map<String, WorkloadType> TYPES = types();

  private Workloads() {}

  private static Map<String, WorkloadType> types() {
    Map<String, WorkloadType> types = new TreeMap<>();
    ServiceLoader.load(WorkloadType.class, Workloads.class.getClassLoader())
        .forEach(type -> types.put(type.name(), type));
    return types;
  }

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
    return named(simpleName(benchmark));
  }

  private static String simpleName(String benchmark) {
    String type = benchmark.substring(0, benchmark.lastIndexOf('.'));
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** The names of the benchmarks that perform the operations of a recorded trace. */
  public static List<String> replayingTraces() {
    return names().stream().filter(name -> named(name).replaysTrace()).toList();
  }

  /** The parameters of each benchmark, with their defaults. */
  public static Map<String, Map<String, List<String>>> parameters() {
    return Parameters.ALL;
  }

  /** Every parameter of any benchmark. */
  public static Set<String> parameterNames() {
    Set<String> names = new TreeSet<>();
    Parameters.ALL.values().forEach(each -> names.addAll(each.keySet()));
    return names;
  }

  /** The first default of each parameter of a benchmark. */
  public static Map<String, String> defaults(String name) {
    Map<String, String> defaults = new LinkedHashMap<>();
    Parameters.ALL
        .getOrDefault(name, Map.of())
        .forEach((parameter, values) -> defaults.put(parameter, values.get(0)));
    return defaults;
  }

  /** Read when somebody asks: it takes a moment, and forks have no need of it. */
  private static final class Parameters {
    private static final Map<String, Map<String, List<String>>> ALL = read();

    private static Map<String, Map<String, List<String>>> read() {
      Map<String, Map<String, List<String>>> all = new TreeMap<>();
      for (BenchmarkListEntry entry :
          BenchmarkList.defaultList()
              .getAll(
                  OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                  List.of())) {
        String name = simpleName(entry.getUsername());
        if (!TYPES.containsKey(name)) {
          continue; // a benchmark of our own code
        }
        Map<String, List<String>> parameters = new TreeMap<>();
        entry
            .getParams()
            .orElse(Map.of())
            .forEach((key, values) -> parameters.put(key, List.of(values)));
        all.put(name, parameters);
      }
      return all;
    }
  }
}
