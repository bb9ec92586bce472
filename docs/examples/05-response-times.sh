# 05 Response times under a fixed load.
#
# In a closed loop a thread asks again when it has its answer, so an engine that stalls is not asked
# while it stalls. With --rate operations arrive at random times, 5,000 a second over all threads
# here, and response times count from the arrival. "!" marks an engine that did not keep up.
#
# The rates come in addition to the throughput without one; --rate takes several: 5k,20k.

java -jar benchmarks.jar --engines rocksdb,lmdb --workloads read --rate 5k "$@"
