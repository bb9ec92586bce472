package dev.storagebench.sql.suite;

import java.util.List;

/** What Terark published in 2022: rows per second. */
final class PublishedWikipedia {

  private PublishedWikipedia() {}

  /**
   * A published pair.
   *
   * @param memoryGb of the machine
   * @param ofData as a multiple of the raw data, as our tiers are named
   */
  record Row(int memoryGb, String ofData, String workload, double terarkdb, double innodb) {}

  /** Raw bytes by bytes on disk. */
  static final double INNODB_SAVED = 1.72;

  static final double TERARKDB_SAVED = 4.61;

  static final List<Row> ROWS =
      List.of(
          new Row(192, "2.0", "point_select", 151_250, 269_841),
          new Row(192, "2.0", "point_select90_update10", 90_764, 21_387),
          new Row(192, "2.0", "secondary_random_points100", 484_432, 712_815),
          new Row(192, "2.0", "secondary_random_limit100", 791_500, 2_284_200),
          new Row(32, "0.34", "point_select", 151_730, 95_090),
          new Row(32, "0.34", "point_select90_update10", 68_299, 8_098),
          new Row(32, "0.34", "secondary_random_points100", 473_500, 107_348),
          new Row(32, "0.34", "secondary_random_limit100", 782_300, 152_804),
          new Row(24, "0.25", "point_select", 151_844, 80_775),
          new Row(24, "0.25", "point_select90_update10", 54_843, 6_411),
          new Row(24, "0.25", "secondary_random_points100", 476_500, 87_863),
          new Row(24, "0.25", "secondary_random_limit100", 784_500, 123_700),
          new Row(8, "0.084", "point_select", 96_688, 57_570),
          new Row(8, "0.084", "point_select90_update10", 28_673, 5_477),
          new Row(8, "0.084", "secondary_random_points100", 112_237, 51_651),
          new Row(8, "0.084", "secondary_random_limit100", 143_800, 72_800));
}
