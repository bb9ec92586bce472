# 02 Records of your own.
#
# key and value name columns of the CSV file. JSON lines and other forms: docs/data-sets.md.
# The verdict's heading repeats what was measured. If it is not what you meant, this shows what is
# read of a file:
#
#   java -jar benchmarks.jar data inspect 'kv:docs/examples/02-orders.csv;key=id;value=body'

java -jar benchmarks.jar --data 'kv:docs/examples/02-orders.csv;key=id;value=body' \
    --engines rocksdb,lmdb --workloads read,mix95 "$@"
