# 07 Recorded traffic.
#
# A trace has a line for each operation: when, what, which key, how many bytes. It is replayed on any
# engine, each operation once and those of a key in their order; every read is checked for whether
# its key must be there. Without --rate each operation starts when the last one ends; "recorded"
# replays the trace at its own times.
#
# Twitter's cache traces and RocksDB's are read as they are: docs/traces.md.

java -jar benchmarks.jar --trace docs/examples/07-trace.csv --rate recorded --engines rocksdb,lmdb "$@"
