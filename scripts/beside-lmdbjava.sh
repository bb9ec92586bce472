#!/usr/bin/env bash
# Measures the same cells with the jar of lmdbjava/benchmarks and with ours, by turns, without a limit of memory:
#
#   scripts/beside-lmdbjava.sh THEIR.jar [benchmarks.jar] [-- OPTION=VALUE …]
#
#   turns=3            times that each is measured
#   seconds=2          of each of two iterations, after as many of warm-up
#   folder=/dev/shm    where theirs keeps its stores; ours are in its cache folder
#   cells='LmdbJavaByteBuffer:lmdb RocksDb:rocksdb LevelDb:leveldbjni'   its class and our engine
#
# A million records with keys of 4 bytes, in random order, one thread. Theirs times passes over all records; ours records,
# or passes for readSeq. Printed are nanoseconds a record in each turn, and the mean of ours ÷ theirs. What differs is in
# docs/results/lmdbjava.md: theirs touches the address of LMDB's value, ours copies and verifies it. Needs jq; theirs is built
# by mvn package in a clone of https://github.com/lmdbjava/benchmarks.
set -euo pipefail

[ $# -gt 0 ] || { sed -n '2,15s/^# \{0,1\}//p' "$0" && exit 2; }
theirs=$1 ours=$(cd "$(dirname "$0")/.." && pwd)/benchmarks.jar
turns=3 seconds=2 folder=/dev/shm cells='LmdbJavaByteBuffer:lmdb RocksDb:rocksdb LevelDb:leveldbjni'
shift
[ $# -eq 0 ] || [ "$1" = -- ] || { ours=$1 && shift; }
for option in "${@:2}"; do
  case $option in
    turns=* | seconds=* | folder=* | cells=*) declare "$option" ;;
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

printf '%-20s %-10s %5s %10s %10s %8s\n' engine workload turn theirs ours ratio
for cell in $cells; do
  for workload in readKey:PointRead readSeq:Scan; do
    sum=0
    for turn in $(seq "$turns"); do
      java -jar "$theirs" "^org.lmdbjava.bench.${cell%:*}.${workload%:*}\$" "${jmh[@]}" -p num=$records -p sequential=false \
        -jvmArgsAppend "-Djava.io.tmpdir=$folder ${opens[*]}" >"$results/log" 2>&1 || { tail -20 "$results/log" >&2 && exit 1; }
      a=$(score ". * 1e6 / $records")
      more=() each='1e9 / .'
      [ "${workload#*:}" = PointRead ] || { more=(-p length=all -p direction=forward) && each="1e9 / . / $records"; }
      java -jar "$ours" "${workload#*:}" "${jmh[@]}" -p engine="${cell#*:}" -p "dataset=kv:records=$records;key=4" \
        -p durability=none -p cache=4x "${more[@]}" >"$results/log" 2>&1 || { tail -20 "$results/log" >&2 && exit 1; }
      b=$(score "$each")
      ratio=$(jq -n "$b / $a")
      sum=$(jq -n "$sum + $ratio")
      printf '%-20s %-10s %5d %7.1f ns %7.1f ns %8.2f\n' "${cell#*:}" "${workload%:*}" "$turn" "$a" "$b" "$ratio"
    done
    printf '%-20s %-10s %5s %10s %10s %8.2f\n' "${cell#*:}" "${workload%:*}" mean '' '' "$(jq -n "$sum / $turns")"
  done
done
