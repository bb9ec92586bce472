# 09 Is my change slower?
#
# Two runs into folders of their own, then their comparison, cell by cell with intervals. It exits
# with 1 only if a cell is slower by more than the threshold with its whole interval, so that noise
# alone does not fail a build. The "change" is an option here; "lmdb=" gives it the same name.
#
# Two versions of your own project on one machine, in turns: docs/examples/compare-pull-request.yml.

java -jar benchmarks.jar --engines lmdb --workloads read,write --out runs/before "$@"
java -jar benchmarks.jar --engines 'lmdb=lmdb{MDB_NORDAHEAD}' --workloads read,write \
    --out runs/after "$@"
java -jar benchmarks.jar compare runs/before runs/after --threshold 20% --markdown runs/comment.md
