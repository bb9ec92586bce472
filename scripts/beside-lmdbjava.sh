#!/usr/bin/env bash
# Measures the same cells with the jar of lmdbjava/benchmarks and with ours, by turns, without a limit of memory:
#
#   scripts/beside-lmdbjava.sh THEIR.jar [OPTION=VALUE …]
#
#   ours=benchmarks.jar
#   turns=4            times that each is measured, theirs and ours first by turns
#   seconds=2          of each of two iterations, after as many of warm-up
#   folder=/dev/shm    where theirs keeps its stores; ours keeps its own in the cache folder
#   cells='LmdbJavaByteBuffer:lmdb@0.8.1 RocksDb:rocksdb LevelDb:leveldbjni'   its class and our candidate
#   libraries=         jars before those in theirs, such as the RocksJava that our candidate uses
#
# A million records with keys of 4 bytes, in random order, one thread. Theirs times passes over all records; ours records, or
# passes for readSeq and readRev. Printed are nanoseconds a record in each turn, and the geometric mean of ours ÷ theirs.
# Not the same: theirs reads LMDB's values by their address in one open transaction; ours renews the transaction, copies each
# value and verifies one in 64, in scans touches it. Theirs leaves caches at their defaults and stores as written; ours gives
# caches four times the data and compacts RocksDB and LevelDB. Ours stores a checksum of 8 bytes with 100 of value. Needs jq;
# theirs is built by mvn package in a clone of https://github.com/lmdbjava/benchmarks.
set -euo pipefail
export LC_ALL=C

[ $# -gt 0 ] || { sed -n '2,19s/^# \{0,1\}//p' "$0" && exit 2; }
theirs=$1 ours=$(cd "$(dirname "$0")/.." && pwd)/benchmarks.jar
turns=4 seconds=2 folder=/dev/shm cells='LmdbJavaByteBuffer:lmdb@0.8.1 RocksDb:rocksdb LevelDb:leveldbjni' libraries=
for option in "${@:2}"; do
  case $option in
    ours=* | turns=* | seconds=* | folder=* | cells=* | libraries=*) declare "$option" ;;
    *) echo "unknown option '$option'; see the head of $0" >&2 && exit 2 ;;
  esac
done
readonly records=1000000
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
jmh=(-f 1 -t 1 -wi 2 -i 2 -w "$seconds" -r "$seconds" -foe true -rf json -rff "$results/json")
opens=(--add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED)

# The score of the one benchmark in the result, by the program of jq that makes nanoseconds a record of it.
score() {
  jq ".[0].primaryMetric.score | $1" "$results/json"
}

run() {
  "$@" "${jmh[@]}" "${parameters[@]}" >"$results/log" 2>&1 || { tail -20 "$results/log" >&2 && exit 1; }
}

theirs() {
  parameters=(-p num=$records -p sequential=false -jvmArgsAppend "-Djava.io.tmpdir=$folder ${opens[*]}")
  run java -cp "${libraries:+$libraries:}$theirs" org.openjdk.jmh.Main "^org.lmdbjava.bench.$class.$1\$"
  a=$(score ". * 1e6 / $records")
}

# The benchmark, and for a scan its direction.
ours() {
  parameters=(-p "engine=$candidate" -p "dataset=kv:records=$records;key=4" -p durability=none -p cache=4x -p steadyWithin=0)
  local each='1e9 / .'
  [ $# -eq 1 ] || { parameters+=(-p length=all -p "direction=$2") && each="1e9 / . / $records"; }
  run java -jar "$ours" "$1"
  b=$(score "$each")
}

printf '%-20s %-10s %5s %10s %10s %8s\n' candidate workload turn theirs ours ratio
for cell in $cells; do
  class=${cell%%:*} candidate=${cell#*:}
  for workload in 'readKey PointRead' 'readSeq Scan forward' 'readRev Scan backward'; do
    read -r -a words <<<"$workload"
    logs=0
    for turn in $(seq "$turns"); do
      [ $((turn % 2)) = 0 ] || theirs "${words[0]}"
      ours "${words[@]:1}"
      [ $((turn % 2)) = 1 ] || theirs "${words[0]}"
      logs=$(jq -n "$logs + ($b / $a | log)")
      printf '%-20s %-10s %5d %7.1f ns %7.1f ns %8.2f\n' "$candidate" "${words[0]}" "$turn" "$a" "$b" "$(jq -n "$b / $a")"
    done
    printf '%-20s %-10s %5s %10s %10s %8.2f\n' "$candidate" "${words[0]}" mean '' '' "$(jq -n "$logs / $turns | exp")"
  done
done
