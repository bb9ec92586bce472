package dev.storagebench.core.report;

import dev.storagebench.core.report.MoviesModel.Compared;
import dev.storagebench.core.report.MoviesModel.Growth;
import dev.storagebench.core.report.MoviesModel.Latency;
import dev.storagebench.core.report.MoviesModel.Times;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Our service times beside the published ones, those of one engine and tier in one row. */
final class MoviesLatency {
  private final MoviesFigures figures;

  MoviesLatency(MoviesFigures figures) {
    this.figures = figures;
  }

  /** From the largest memory to the smallest, the published tiers that we lack in between. */
  List<Latency> rows() {
    List<Latency> rows = new ArrayList<>();
    List<PublishedMovies.Row> published = new ArrayList<>(PublishedMovies.ROWS);
    for (String tier : figures.tiers()) {
      List<PublishedMovies.Row> same =
          published.stream().filter(row -> row.memory().tier().equals(tier)).toList();
      if (!same.isEmpty()) {
        List<PublishedMovies.Row> until =
            published.subList(0, published.indexOf(same.get(same.size() - 1)) + 1);
        until.stream()
            .filter(row -> !same.contains(row))
            .forEach(row -> rows.add(row(row.memory().label(), row)));
        until.clear();
      }
      rows.addAll(tier(tier, new ArrayList<>(same)));
    }
    published.forEach(row -> rows.add(row(row.memory().label(), row)));
    return rows;
  }

  private List<Latency> tier(String tier, List<PublishedMovies.Row> published) {
    List<Latency> rows = new ArrayList<>();
    String memory =
        published.isEmpty()
            ? tier
            : "%s (%s, %.2f×)"
                .formatted(
                    tier, published.get(0).memory().size(), published.get(0).memory().ofData());
    MoviesFigures.Times reference = figures.serviceTime(MoviesFigures.REFERENCE, tier);
    for (String engine : figures.engines()) {
      MoviesFigures.Times own = figures.serviceTime(engine, tier);
      Compared here = compared(own, own.over(reference));
      PublishedMovies.Row there =
          published.stream().filter(row -> row.is(engine)).findAny().orElse(null);
      if (here != null || there != null) {
        published.remove(there);
        rows.add(
            new Latency(
                memory,
                engine,
                here,
                there == null ? null : compared(there.times(), there.ofReference())));
      }
    }
    published.forEach(row -> rows.add(row(memory, row)));
    return rows;
  }

  private static Latency row(String memory, PublishedMovies.Row row) {
    return new Latency(memory, row.engine(), null, compared(row.times(), row.ofReference()));
  }

  private static @Nullable Compared compared(
      MoviesFigures.Times times, MoviesFigures.Times ratios) {
    Times known = Times.of(times);
    return known == null ? null : new Compared(known, Times.of(ratios));
  }

  /** From the tight tier to the scarce one, of each engine that was measured in both. */
  List<Growth> growth() {
    List<Growth> rows = new ArrayList<>();
    Set<String> published = new LinkedHashSet<>(PublishedMovies.inBothTiers());
    for (String engine : figures.engines()) {
      Times here =
          Times.of(
              figures.serviceTime(engine, "scarce").over(figures.serviceTime(engine, "tight")));
      String name = published.stream().filter(engine::equalsIgnoreCase).findAny().orElse(null);
      if (here != null || name != null) {
        published.remove(name);
        rows.add(
            new Growth(
                engine, here, name == null ? null : Times.of(PublishedMovies.shrinking(name))));
      }
    }
    published.forEach(
        name -> rows.add(new Growth(name, null, Times.of(PublishedMovies.shrinking(name)))));
    return rows;
  }
}
