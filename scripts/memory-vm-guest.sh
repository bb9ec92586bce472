#!/bin/sh
# Runs as root in the machine of memory-vm.sh: what doctor finds in each kind of group, and cells as root and as a user.
export HOME=/root
jar=/data/benchmarks.jar
out=/tmp/out
mkdir -p /data/root /data/bench
chown bench /data/bench
cd /data/root || exit
loginctl enable-linger bench
kernel=$(uname -r)
echo "Linux $kernel, $(systemctl --version | head -1), $(java -version 2>&1 | sed -n 2p)"
# Without the shell's own idea of a session.
user() { setpriv --reuid=bench --regid=bench --init-groups env -i PATH="$PATH" HOME=/home/bench "$@"; }
session() { su - bench -c "cd /data/bench; $1"; }
service() { systemd-run --quiet --wait --pipe "$@"; }
# One compiler only, which replaces few compiled methods; see memory-vm.sh.
java="java -XX:TieredStopAtLevel=1 -jar $jar"
doctor="$java doctor --json"

# NAME PATTERN...: whether the output has them all
expect() {
  name=$1
  shift
  for pattern in "$@"; do
    grep -qE -e "$pattern" $out || { echo "FAIL $name: no '$pattern' in $(grep -E 'cgroup|limited|rror|xception' $out | tr -s '\n ' ' ')"; return; }
  done
  echo "pass $name"
}

$doctor > $out 2>&1
expect "root" "uses cgroup-v2"
user $doctor > $out 2>&1
expect "su without a session" "export XDG_RUNTIME_DIR=/run/user/\\$\(id -u\)" "cannot be enforced"
session "$doctor" > $out 2>&1
expect "user with a session" "uses systemd-scope"
session "systemd-run --user --scope --quiet -p MemoryMax=1G $doctor" > $out 2>&1
expect "user in a scope with a limit" "uses cgroup-v2" "limited to 1.00GiB .*run outside of it, below"
service -p Delegate=yes -p User=bench $doctor > $out 2>&1
expect "user in a delegated group" "uses cgroup-v2"
service -p Delegate=yes sh -c "unshare -C $doctor; true" > $out 2>&1
expect "unshare -C" "uses cgroup-v2"
container="mount -t cgroup2 none /sys/fs/cgroup"
service -p MemoryMax=1G unshare -C -m sh -c "$container; $doctor; true" > $out 2>&1
expect "container with a limit" "uses cgroup-v2" "limited to 1.00GiB .*so are cells"
service unshare -C -m sh -c "$container; (setsid sleep 100 &); sleep 1; $doctor; true" > $out 2>&1
expect "container with other processes" "not this tool's \([0-9]+ sleep\)" "mkdir /sys/fs/cgroup.*/others"

cells="suite movies --records 40000 --workloads read --steady-within 0 --warm-up 0 --seconds 4 --rounds 1 --memory 16m --engines lmdb,sqlite --out run"
# USER LIMITER: what the two cells of a run report
proof() {
  file=/data/$1/run/cells.jsonl
  [ "$(grep -c '"status":"MEASURED"' "$file")" = 2 ] || cat $out
  grep -o '"memory":{"limiter.*"atEnd":{[^}]*}\|"majorFaults":[0-9]*' "$file" | sed "s/^/cell of $1: /"
  grep -o '"memory":{"limiter.*"kills":[0-9]*' "$file" > $out.memory
  cp $out.memory $out
  [ "$(grep -c "\"limiter\":\"$2\".*\"refaultedPages\":[1-9].*\"limitHits\":[1-9].*\"majorFaults\":[1-9].*\"kills\":0" $out)" = 2 ] \
    && echo "pass cells of $1" || echo "FAIL cells of $1: $(cat $out)"
  [ "$(find /sys/fs/cgroup -name 'storage-bench-*' | wc -l)" = 0 ] && ! pgrep -f MeasuringProcess > /dev/null \
    && echo "pass nothing is left of $1" || echo "FAIL nothing is left of $1: $(find /sys/fs/cgroup -name 'storage-bench-*') $(pgrep -a java | cut -c1-200)"
}

$java $cells > $out 2>&1
proof root cgroup-v2

# A run in one session is killed, another session's ends its fork and its scope.
session "$java PointRead -p engine=lmdb -p memory=64m --dataset reviews:records=20000 -wi 0 -i 1 -r 900 -f 1 > killed.txt 2>&1 & echo \$! > pid; wait"  &
i=0
while ! grep -q "^Iteration" /data/bench/killed.txt 2> /dev/null && [ $i -lt 200 ]; do sleep 1; i=$((i + 1)); done
kill -9 "$(cat /data/bench/pid)"
sleep 2
orphan=$(pgrep -u bench -f MeasuringProcess)
[ -n "$orphan" ] && cat "/proc/$orphan/cgroup"
session "$java $cells" > $out 2>&1
[ -n "$orphan" ] && [ ! -e "/proc/$orphan" ] && echo "pass orphan in a scope" || echo "FAIL orphan in a scope: '$orphan' $(cat /data/bench/killed.txt)"
proof bench systemd-scope
session "systemctl --user list-units --all --plain --no-legend 'storage-bench-*'" > $out 2>&1
[ -s $out ] && echo "FAIL no scope is left: $(cat $out)" || echo "pass no scope is left"
echo "end of checks"
