# Turns of clients beside each other, for the scripts that source it. They define `queries` (the server's count) and fill
# `names`, `hosts` (processes to be ended) and `clients` (processes to be measured, the first one is what others are compared with).
# Their options: warm, turns, slice, into. shellcheck shell=bash disable=SC2034,SC2154

# The seconds of EPOCHREALTIME have a decimal point.
export LC_ALL=C
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jars=() names=() clients=() hosts=()

# Takes a script's arguments: jars (default: the clone's), and after -- NAME=VALUE for each name in $1, which has a default.
arguments() {
  local known=" $1 " option
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    jars+=("$1")
    shift
  done
  for option in "${@:2}"; do
    [[ $option == *=* && $known == *" ${option%%=*} "* ]] || { echo "unknown option '$option'; see the head of $0" >&2; exit 2; }
    printf -v "${option%%=*}" %s "${option#*=}"
  done
  [ ${#jars[@]} -gt 0 ] || jars=("$root/benchmarks.jar")
}

stop_clients() {
  local pid
  for pid in "${clients[@]}" "${hosts[@]}"; do
    kill -KILL "$pid" 2>/dev/null || :
  done
  names=() clients=() hosts=()
}

# Waits until a client has sent so many queries.
await_queries() {
  local before=$1 count=$2 host=$3 log=$4
  until [ $(($(queries) - before)) -gt "$count" ]; do
    kill -0 "$host" 2>/dev/null || { cat "$log" >&2; exit 1; }
    sleep 0.2
  done
}

# A jar's only iteration outlasts the measurement; its fork is the client.
start_jar() {
  local jar=$1 count=$2 log=$folder/client${#clients[@]}.log host before
  shift 2
  before=$(queries)
  STORAGE_BENCH_CACHE=$folder/cache${#clients[@]} java -Djmh.ignoreLock=true \
    -Dstoragebench.machine-lock="$folder/lock${#clients[@]}" -Dstoragebench.jdbc.url="$url" -jar "$jar" Transaction "$@" \
    -t "$count" -f 1 -wi 0 -i 1 -r 10hr >"$log" 2>&1 &
  host=$!
  disown
  hosts+=("$host")
  # Before the fork that measures, one loads the tables.
  await_queries "$before" "${rows:-1000}" "$host" "$log"
  clients+=("$(pgrep --parent "$host" java)")
}

# The bare loop over a driver, with the heap and the collector of a jar's fork.
start_bare() {
  local jar=$1 count=$2 log=$folder/client${#clients[@]}.log before
  before=$(queries)
  java -Xms$((252 + count))m -Xmx$((252 + count))m -XX:+AlwaysPreTouch -XX:+UseSerialGC \
    -cp "$root/bench-sql/target/test-classes:$jar" \
    dev.storagebench.sql.workload.BareLoop "$3" "$count" "${@:4}" >"$log" 2>&1 &
  hosts+=($!) clients+=($!)
  disown
  await_queries "$before" 1000 "${hosts[-1]}" "$log"
}

# Warms up, then waits for its turns. Among a hundred threads the compiler's would wait for long: as root they go before.
pause() {
  names+=("$1")
  grep -ls '^C[12] ' "/proc/${clients[-1]}/task/"*/comm | cut -d/ -f5 | xargs renice -n -15 -p >"$folder/renice.log" 2>&1 || :
  sleep "$warm"
  kill -STOP "${clients[-1]}"
}

# Ticks of user and system time.
ticks() {
  sed 's/.*) //' "/proc/$1/stat" | { read -r -a stat; echo $((stat[11] + stat[12])); }
}

# Runs one client alone; fails if it does nothing; prints queries a second and microseconds of CPU a query.
turn() {
  kill -CONT "$1"
  # Processor caches are cold, and what a client does once a second is due.
  sleep 0.1
  local from cpu started until count used
  # The time is read after each count: a program that asks for it starts late where many threads are busy.
  from=$(queries) started=$EPOCHREALTIME cpu=$(ticks "$1")
  sleep "$2"
  count=$(($(queries) - from)) until=$EPOCHREALTIME used=$(($(ticks "$1") - cpu))
  kill -STOP "$1"
  awk -v n="$count" -v s="$started" -v u="$until" -v t="$used" -v hz="$(getconf CLK_TCK)" \
    'BEGIN { if (n < 100 || t == 0) exit 1; printf "%.0f %.3f\n", n / (u - s), 1e6 * t / hz / n }'
}

# Measures all clients, which are stopped; $1 is what all turns in the file $into with this title have in common. Only
# what was measured in one turn is divided.
measure() {
  local title=$1 number k n=${#clients[@]} which result run=$$.$EPOCHSECONDS
  [ -n "$into" ] || into=$folder/turns
  for ((number = 0; number < turns; number++)); do
    # In both directions: none always follows the same one.
    for ((k = 0; k < n; k++)); do
      which=$(((k + number / 2) % n))
      [ $((number % 2)) = 0 ] || which=$((n - 1 - which))
      result=$(turn "${clients[$which]}" "$slice") || { echo "${names[$which]} stands still" >&2; exit 1; }
      echo "$title|${names[$which]}|$run.$number $result"
    done >"$folder/turn"
    # A turn that was cut off is none.
    cat "$folder/turn" >>"$into"
  done
  awk -F'|' -v title="$title" -v base="${names[0]}" '
    $1 == title {
      split($3, turn, " ")
      if (!($2 in turns)) order[++m] = $2
      run = substr(turn[1], 1, match(turn[1], /\.[0-9]+$/) - 1)
      if (!(($2, run) in seen)) { seen[$2, run]; runs[$2]++ }
      id[$2, ++turns[$2]] = turn[1]; qps[$2, turn[1]] = turn[2]; cpu[$2, turn[1]] = turn[3]
    }
    # The interval is that of the processes, whose means differ by more than their turns do; of one process that of its turns.
    function ratio(of, name,   sum, count, run, logs, each, k, n, t, mean, v, half) {
      delete sum; delete count
      for (t = 1; t <= turns[name]; t++) {
        each = id[name, t]
        if (!((base, each) in of)) continue
        run = runs[name] > 1 ? substr(each, 1, match(each, /\.[0-9]+$/) - 1) : each
        sum[run] += log(of[name, each] / of[base, each]); count[run]++
      }
      n = mean = v = 0
      for (run in sum) { logs[++n] = sum[run] / count[run]; mean += logs[n] }
      if (n == 0) return "-"
      mean /= n
      for (k = 1; k <= n; k++) v += (logs[k] - mean) ^ 2 / (n > 1 ? n - 1 : 1)
      # The t quantile of 0.975.
      if (!quantiles) quantiles = split("12.71 4.30 3.18 2.78 2.57 2.45 2.36 2.31 2.26 2.23", t95, " ")
      half = (n == 1 ? 0 : n <= 11 ? t95[n - 1] : 1.96 + 2.6 / (n - 1)) * sqrt(v / n)
      return sprintf("%.3f (%.3f to %.3f)", exp(mean), exp(mean - half), exp(mean + half))
    }
    END {
      for (i = 1; i <= m; i++) {
        name = order[i]; q = 0; c = 0
        for (t = 1; t <= turns[name]; t++) {
          q += qps[name, id[name, t]] / turns[name]; c += cpu[name, id[name, t]] / turns[name]
        }
        printf "%s  %-22s %3d processes %4d turns %7.0f q/s  %s  %5.2f us CPU/query  %s\n", title, name, runs[name], turns[name], q,
          ratio(qps, name), c, ratio(cpu, name)
      }
    }' "$into"
}
