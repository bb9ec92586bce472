# 01 The first run.
#
# Two engines get the same records and the same operations, in rounds. Each cell runs in a JVM of its
# own, and the order is shuffled anew in each round.
#
# Read the last lines first. The verdict says who leads, by what factor, and within which interval;
# "undecided" says how many rounds would decide. The very last line names the folder with
# report.html, the page with the charts.

java -jar benchmarks.jar --engines rocksdb,lmdb --workloads read,write "$@"
