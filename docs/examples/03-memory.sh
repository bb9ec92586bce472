# 03 Data larger than memory.
#
# With --memory each cell runs in a control group that holds the engine and the page cache together:
# 0.33x is a third of the raw data. "none" beside it shows what the limit costs. An engine that leads
# while all data is in memory may be the slowest once pages must be read.
#
# The limit is proven in the result, see "memory.limitHits" in results.csv. Where no limit can be
# enforced the cells are unsupported, never unlimited; "java -jar benchmarks.jar doctor" says why.

java -jar benchmarks.jar --engines rocksdb,lmdb --workloads read --memory none,0.33x "$@"
