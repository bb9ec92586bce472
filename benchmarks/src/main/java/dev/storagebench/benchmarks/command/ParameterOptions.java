package dev.storagebench.benchmarks.command;

import dev.storagebench.core.cell.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of a run that are parameters of its cells, made from their registry. */
final class ParameterOptions {
  // Candidates have an option of their own, and --workload beside --workloads would be mistaken.
  private static final List<Parameter<?>> ALL =
      Parameter.all().stream()
          .filter(each -> each != Parameter.ENGINE && each != Parameter.WORKLOAD)
          .toList();
  private static final int BEHIND_WHAT_IS_COMPARED = 1;

  private ParameterOptions() {}

  static void addTo(CommandSpec command) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .validate(false)
            .exclusive(false)
            .order(BEHIND_WHAT_IS_COMPARED)
            .heading("%nParameters (several values, separated by commas, are all measured):%n");
    ALL.forEach(each -> group.addArg(option(each)));
    command.addArgGroup(group.build());
  }

  private static OptionSpec option(Parameter<?> parameter) {
    String names = parameter == Parameter.DATASET ? "--dataset --data" : parameter.option();
    OptionSpec.Builder option =
        OptionSpec.builder(names.split(" ", -1))
            .description(parameter.description().replace("%", "%%"));
    return parameter.isSwitch()
        ? option.type(boolean.class).arity("0").build()
        : option
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            // A file's name may contain commas.
            .splitRegex(parameter == Parameter.DATASET ? "" : ",")
            .paramLabel("VALUE")
            .hideParamSyntax(true)
            .build();
  }

  /** The values on the command line, by the parameters' keys. */
  static Map<String, List<String>> given(ParseResult parsed) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Parameter<?> each : ALL) {
      if (parsed.hasMatchedOption(each.option())) {
        values.put(
            each.key(),
            each.isSwitch()
                ? List.of("true")
                : List.copyOf(parsed.<List<String>>matchedOptionValue(each.option(), List.of())));
      }
    }
    return values;
  }
}
