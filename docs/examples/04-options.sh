# 04 Two configurations of one engine.
#
# A candidate is an engine, or a version, a library or a configuration of it under a label of its
# own. Options are in the engine's own words, and the engine checks them. An option that would change
# a condition, such as the durability, is refused: rivals must stay comparable.
#
# "mix95" is 95 % reads. Compactions show with more data than memory: --bytes 8g --memory 2g.

java -jar benchmarks.jar \
    --engines 'rocksdb,tuned=rocksdb{max_background_jobs=4;level_compaction_dynamic_level_bytes=true}' \
    --workloads mix95 "$@"
