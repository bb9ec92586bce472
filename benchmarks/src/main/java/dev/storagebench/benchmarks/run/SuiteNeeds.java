package dev.storagebench.benchmarks.run;

import dev.storagebench.analysis.suite.RunPlan;
import dev.storagebench.core.cell.Cell;
import dev.storagebench.core.cell.Parameter;
import dev.storagebench.core.cell.SizeSpec;
import dev.storagebench.core.engine.Engines;
import dev.storagebench.datasets.DatasetSpec;
import dev.storagebench.datasets.ReadOptions;
import dev.storagebench.datasets.RecordReader;
import dev.storagebench.datasets.packed.PackedSummary;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimate of what a plan needs on a machine that has nothing of it yet, without packing its data:
 * the size of its records is that of the first ones.
 *
 * @param seconds of loading and measuring
 * @param diskBytes of data, stores and a working copy
 * @param memoryBytes the largest memory limit, or all data if there is none
 */
public record SuiteNeeds(double seconds, long diskBytes, long memoryBytes) {
  private static final int SAMPLED_RECORDS = 100;

  /** Estimates what a plan needs. */
  public static SuiteNeeds of(RunPlan plan) throws IOException {
    Map<DatasetSpec, PackedSummary> data = new HashMap<>();
    Map<List<Object>, PackedSummary> stores = new HashMap<>();
    long memory = 0;
    for (Cell cell : plan.cells()) {
      DatasetSpec dataset = cell.get(Parameter.DATASET);
      PackedSummary records = data.containsKey(dataset) ? data.get(dataset) : sample(dataset);
      data.put(dataset, records);
      SizeSpec limit = cell.get(Parameter.MEMORY).limit();
      long raw = records.rawBytes();
      memory = Math.max(memory, limit == null ? raw : limit.bytes(raw));
      if (Engines.of(cell.candidate()).capabilities().storesValues()) {
        stores.put(
            List.of(cell.candidate().spec(), dataset, cell.get(Parameter.COMPRESSION)), records);
      }
    }
    RunEstimate time =
        RunEstimate.of(
            plan,
            List.of(),
            cell -> cell.operations(data.get(cell.get(Parameter.DATASET))),
            stores.values().stream().map(PackedSummary::records).toList());
    double copies =
        plan.stores() * stores.values().stream().mapToDouble(PackedSummary::rawBytes).sum()
            + data.values().stream().mapToDouble(PackedSummary::rawBytes).max().orElse(0);
    double packed = data.values().stream().mapToDouble(PackedSummary::rawBytes).sum();
    return new SuiteNeeds(
        time.seconds(plan.rounds(), 1),
        Math.round(packed + StoreSpaceCheck.OVERHEAD * copies),
        memory);
  }

  private static PackedSummary sample(DatasetSpec dataset) throws IOException {
    try (RecordReader reader = dataset.open(ReadOptions.STRICT)) {
      long records = 0;
      double bytes = 0;
      for (; records < SAMPLED_RECORDS && reader.next(); records++) {
        bytes += reader.key().remaining() + reader.value().remaining();
      }
      long all = reader.expectedRecords().orElse(records);
      long valueBytes = Math.round(bytes * all / Math.max(1, records));
      return new PackedSummary(all, 0, valueBytes, 0, 0, "", Map.of());
    }
  }
}
