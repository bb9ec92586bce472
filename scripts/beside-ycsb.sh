#!/usr/bin/env bash
# Measures YCSB's own binding of RocksDB beside this project's, in turns, on records of one shape:
#
#   YCSB_HOME=/opt/ycsb-0.17.0 scripts/beside-ycsb.sh [benchmarks.jar] [-- OPTION=VALUE …]
#
#   workloads=a,b,c,d,e,f   of YCSB's core workloads
#   records=100000 threads=1 rounds=5     records of 1,000 bytes; threads of each; pairs of runs
#   warm=10 seconds=10      seconds that each run warms up, and is measured
#   rocksdbjni=FILE         the RocksJava that YCSB takes instead of its own, so that both call one RocksDB
#
# Each pair of runs begins with the other one. Printed is, for each workload, the mean of YCSB's and of our operations a
# second, and of their ratio in a pair with its 95 % interval. docs/ycsb.md says what differs in what they do.
set -euo pipefail

jar=$(cd "$(dirname "$0")/.." && pwd)/benchmarks.jar
workloads=a,b,c,d,e,f records=100000 threads=1 rounds=5 warm=10 seconds=10 rocksdbjni=
if [ $# -gt 0 ] && [ "$1" != -- ]; then
  jar=$1
  shift
fi
for option in "${@:2}"; do
  case $option in
    workloads=* | records=* | threads=* | rounds=* | warm=* | seconds=* | rocksdbjni=*) declare "$option" ;;
    *) echo "unknown option '$option'; see the head of $0" >&2 && exit 2 ;;
  esac
done

home=${YCSB_HOME:-}
binding=$(ls -d "$home"/rocksdb-binding/lib "$home"/lib 2>/dev/null | head -n 1 || :)
if [ -z "$home" ] || [ -z "$binding" ] || [ ! -r "$home/workloads/workloada" ]; then
  echo "YCSB_HOME='$home' is no folder of YCSB with its RocksDB binding (expected rocksdb-binding/lib or lib, and
workloads). Unpack ycsb-VERSION or ycsb-rocksdb-binding-VERSION of https://github.com/brianfrankcooper/YCSB/releases, or
build one: mvn -pl site.ycsb:rocksdb-binding -am package, and unpack rocksdb/target/ycsb-rocksdb-binding-*.tar.gz" >&2
  exit 2
fi
[ -r "$jar" ] || { echo "no such file: $jar; mvn package makes it" >&2 && exit 2; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

client() {
  java -cp "$rocksdbjni:$home/lib/*:$home/rocksdb-binding/lib/*" site.ycsb.Client -db site.ycsb.db.rocksdb.RocksDBClient \
    -p recordcount="$records" -p rocksdb.dir="$folder/store" "$@"
}

# In E YCSB draws keys from twice as many as it expects to insert, and draws again if one is not there yet.
operations() {
  [ "$1" = e ] && echo $((records * 10)) || echo 2000000000
}

# Operations a second after the warm-up, by YCSB's line of each second.
ycsb() {
  rm -rf "$folder/store"
  cp -r "$folder/loaded" "$folder/store"
  client -t -s -P "$home/workloads/workload$1" -threads "$threads" -p status.interval=1 \
    -p maxexecutiontime=$((warm + seconds)) -p operationcount="$(operations "$1")" >"$folder/ycsb.out" 2>"$folder/ycsb.log"
  sed -n 's/.* \([0-9]*\) sec: \([0-9]*\) operations.*/\1 \2/p' "$folder/ycsb.log" | awk -v warm="$warm" '
    $1 <= warm || NR == 1 { s = $1; n = $2 }
    { end = $1; all = $2 }
    END { if (end <= s) exit 1; printf "%.1f\n", (all - n) / (end - s) }' \
    || { echo "YCSB ended within its warm-up (in E after records=$records times 10); see:" >&2; tail -n 5 "$folder/ycsb.log" >&2; exit 1; }
}

ours() {
  local benchmark
  case $1 in
    a) benchmark='ReadWriteMix -p readPercent=50' ;;
    b) benchmark='ReadWriteMix -p readPercent=95' ;;
    c) benchmark=PointRead ;;
    d) benchmark='ReadWriteMix -p readPercent=95 -p insertPercent=5 -p distribution=latest' ;;
    e) benchmark='Scan -p length=1-100 -p direction=forward -p insertPercent=5' ;;
    f) benchmark=ReadModifyWrite ;;
  esac
  [ "$1" = d ] || benchmark="$benchmark -p distribution=zipfian"
  # shellcheck disable=SC2086 # several words
  STORAGE_BENCH_CACHE=$folder/cache java -Dstoragebench.machine-lock="$folder/lock" -jar "$jar" $benchmark \
    -p engine=rocksdb -p dataset="kv:records=$records;key=23;value=1000;compressible=1;prefix=user" -p steadyWithin="$warm" \
    -t "$threads" -f 1 -wi 0 -i 1 -r "${seconds}s" -rf csv -rff "$folder/ours.csv" >"$folder/ours.log" 2>&1 \
    || { tail -n 20 "$folder/ours.log" >&2; exit 1; }
  # Of the table's row, not of its secondary figures.
  awk -F, '$1 !~ /:/ && NR > 1 { printf "%.1f\n", $5; exit }' "$folder/ours.csv"
}

client -load -P "$home/workloads/workloada" >"$folder/ycsb.out" 2>"$folder/ycsb.log" \
  || { tail -n 20 "$folder/ycsb.log" >&2; exit 1; }
mv "$folder/store" "$folder/loaded"
for workload in ${workloads//,/ }; do
  for ((round = 0; round < rounds; round++)); do
    if ((round % 2 == 0)); then
      theirs=$(ycsb "$workload")
      own=$(ours "$workload")
    else
      own=$(ours "$workload")
      theirs=$(ycsb "$workload")
    fi
    echo "$theirs $own"
  done | awk -v workload="$workload" '
    { ycsb += $1; ours += $2; ratio[NR] = log($2 / $1); m += ratio[NR] }
    END {
      if (NR == 0) exit 1
      m /= NR
      for (i = 1; i <= NR; i++) v += (ratio[i] - m) ^ 2 / (NR > 1 ? NR - 1 : 1)
      # About the t quantile of 0.975.
      half = NR > 1 ? (1.96 + 2.8 / (NR - 1)) * sqrt(v / NR) : 0
      printf "%s  YCSB %9.0f op/s  ours %9.0f op/s  %.2f x (%.2f to %.2f)\n", toupper(workload), ycsb / NR, ours / NR,
        exp(m), exp(m - half), exp(m + half)
    }'
done
