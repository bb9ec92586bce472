package dev.storagebench.analysis.compare;

import dev.storagebench.analysis.result.CellScore;
import dev.storagebench.analysis.result.RunFolder;
import dev.storagebench.analysis.stats.Ratio;
import dev.storagebench.analysis.stats.RelativeToBest;
import dev.storagebench.analysis.stats.Series;
import dev.storagebench.analysis.stats.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How often a run tells an engine apart from itself. The run measures the same library under
 * several names, for example RocksDB's by {@code --library again=…/librocksdb.so --engines
 * rocksdb-c,again}; each verdict but "n.s." is then a false alarm.
 */
final class AgainstItself {
  private static final int[] WINDOWS = {2, 3, 5, 10, 20, 40};

  private AgainstItself() {}

  /** Takes the folder of a run, and counts false alarms in pieces of so many rounds each. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Map<Measure, Map<String, CellScore>> scores =
        Ranking.of(new RunFolder(Path.of(arguments[0])).read().results()).scores();
    for (Measure measure : scores.keySet()) {
      for (Ratio ratio :
          RelativeToBest.of(
              Ranking.contenders(measure, scores.getOrDefault(measure, Map.of()), true))) {
        out.printf(
            "%s: %s %.4f [%.4f, %.4f] in %d rounds, %s%n",
            measure,
            ratio.name(),
            ratio.ratio(),
            ratio.low(),
            ratio.high(),
            ratio.rounds(),
            ratio.verdict());
      }
    }
    out.println("rounds: tables, false alarms, median half-width in percent");
    for (int rounds : WINDOWS) {
      List<List<Ratio>> tables =
          scores.keySet().stream()
              .flatMap(
                  measure ->
                      pieces(
                          Ranking.contenders(measure, scores.getOrDefault(measure, Map.of()), true),
                          rounds)
                          .stream())
              .toList();
      if (tables.isEmpty()) {
        continue;
      }
      double[] widths =
          tables.stream().mapToDouble(table -> table.get(1).precision()).sorted().toArray();
      out.printf(
          "%d: %d, %d, %.1f%n",
          rounds,
          tables.size(),
          tables.stream().filter(AgainstItself::alarms).count(),
          100 * widths[widths.length / 2]);
    }
  }

  private static boolean alarms(List<Ratio> table) {
    return table.stream().anyMatch(each -> each.verdict() == Verdict.SLOWER);
  }

  /** The tables of pieces of a run, one after the other, of so many rounds each. */
  private static List<List<Ratio>> pieces(List<Series> contenders, int rounds) {
    int all = contenders.stream().mapToInt(each -> each.speeds().size()).min().orElse(0);
    return IntStream.range(0, all / rounds)
        .mapToObj(
            piece ->
                RelativeToBest.of(
                    contenders.stream().map(each -> piece(each, piece * rounds, rounds)).toList()))
        .toList();
  }

  private static Series piece(Series whole, int first, int rounds) {
    return new Series(whole.name(), new TreeMap<>(whole.speeds().subMap(first, first + rounds)));
  }
}
