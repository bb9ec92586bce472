#!/usr/bin/env bash
# Measures the client of one or more builds beside sysbench's, on one MariaDB server that it starts and removes:
#
#   scripts/beside-sysbench.sh [benchmarks.jar] [OTHER.jar …] [-- OPTION=VALUE …]
#
#   threads=8          connections; several are separated by commas
#   way=tcp            or socket, the Unix domain socket
#   driver=mariadb     of ours: mariadb, connector-j, connector-j-text
#   workload=oltp_point_select         one that sysbench and Transaction have
#   rows=100000 warm=25 turns=20 slice=1   rows of each of 4 tables; seconds that each of ours warms up; turns; their seconds
#
# All clients stay connected and take turns of a second; meanwhile the others are stopped. So what disturbs the machine
# disturbs all alike. Queries are counted by the server, CPU time by the kernel. Printed are the means over the turns of
# queries a second as a multiple of sysbench's in the same turn with their 95 % interval, and CPU microseconds of the
# client a query. Needs sysbench 1.0 and mariadbd (Debian: sysbench, mariadb-server).
set -euo pipefail

jars=() threads=8 way=tcp driver=mariadb workload=oltp_point_select rows=100000 warm=25 turns=20 slice=1
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  jars+=("$1")
  shift
done
for option in "${@:2}"; do
  case $option in
    threads=* | way=* | driver=* | workload=* | rows=* | warm=* | turns=* | slice=*) declare "$option" ;;
    *) echo "unknown option '$option'; see the head of $0" >&2 && exit 2 ;;
  esac
done
[ ${#jars[@]} -gt 0 ] || jars=("$(cd "$(dirname "$0")/.." && pwd)/benchmarks.jar")
readonly tables=4

folder=$(mktemp -d)
export STORAGE_BENCH_JDBC_USER=bench
STORAGE_BENCH_JDBC_PASSWORD=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export STORAGE_BENCH_JDBC_PASSWORD
hosts=() clients=() server=

stop_clients() {
  local pid
  for pid in "${clients[@]}" "${hosts[@]}"; do
    kill -KILL "$pid" 2>/dev/null || :
  done
  clients=() hosts=()
}

finish() {
  set +e
  stop_clients
  [ -z "$server" ] || { kill "$server" && wait "$server"; }
  rm -rf "$folder"
}
trap finish EXIT

sql() {
  mariadb --no-defaults --user=root --socket="$folder/socket" --batch --skip-column-names --execute="$1"
}

start_server() {
  local port=$((20000 + RANDOM % 10000))
  mkdir "$folder/tmp"
  mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$folder/data" --auth-root-authentication-method=normal \
    --skip-test-db >"$folder/install.log"
  mariadbd --no-defaults --user="$(id -un)" --datadir="$folder/data" --tmpdir="$folder/tmp" --socket="$folder/socket" \
    --bind-address=127.0.0.1 --port="$port" --max-connections=1000 --innodb-buffer-pool-size=1G \
    --innodb-flush-log-at-trx-commit=2 --skip-name-resolve >"$folder/server.log" 2>&1 &
  server=$!
  until sql 'SELECT 1' >"$folder/sql.log" 2>&1; do
    kill -0 "$server" || { cat "$folder/server.log" >&2; exit 1; }
    sleep 0.2
  done
  # Not by --execute: its password would be in the list of processes.
  mariadb --no-defaults --user=root --socket="$folder/socket" <<<"
    CREATE DATABASE bench;
    CREATE USER bench@localhost IDENTIFIED BY '$STORAGE_BENCH_JDBC_PASSWORD';
    CREATE USER bench@127.0.0.1 IDENTIFIED BY '$STORAGE_BENCH_JDBC_PASSWORD';
    GRANT ALL ON *.* TO bench@localhost; GRANT ALL ON *.* TO bench@127.0.0.1;"
  local address="mysql-host=127.0.0.1
mysql-port=$port"
  url="jdbc:mariadb://127.0.0.1:$port/bench"
  if [ "$way" = socket ]; then
    address="mysql-socket=$folder/socket"
    url="$url?localSocket=$folder/socket&path=$folder/socket"
  fi
  (umask 077 && echo "$address
mysql-db=bench
mysql-user=bench
mysql-password=$STORAGE_BENCH_JDBC_PASSWORD
mysql-ssl=off
tables=$tables
table-size=$rows
rand-type=uniform
db-driver=mysql
time=0" >"$folder/sysbench.cnf")
}

start_sysbench() {
  sysbench --config-file="$folder/sysbench.cnf" --threads="$1" "$workload" run >"$folder/sysbench.log" 2>&1 &
  hosts+=($!) clients+=($!)
  disown
}

start_jar() {
  local jar=$1 log=$folder/client${#clients[@]}.log
  # One iteration that outlasts the measurement; its fork is the client.
  STORAGE_BENCH_CACHE=$folder/cache${#clients[@]} java -Djmh.ignoreLock=true \
    -Dstoragebench.machine-lock="$folder/lock${#clients[@]}" -Dstoragebench.jdbc.url="$url" -jar "$jar" Transaction -p engine=mariadb -p driver="$driver" \
    -p workload="$workload" -p table=sbtestx$tables -p dataset=sysbench:records=$((tables * rows)) -t "$2" \
    -f 1 -wi 0 -i 1 -r 10hr -to 20hr >"$log" 2>&1 &
  local host=$! before
  before=$(queries)
  disown
  hosts+=("$host")
  # Before the fork that measures, one loads the tables.
  until [ $(($(queries) - before)) -gt $rows ]; do
    kill -0 "$host" 2>/dev/null || { cat "$log" >&2; exit 1; }
    sleep 0.2
  done
  clients+=("$(pgrep --parent "$host" java)")
}

queries() {
  sql "SHOW GLOBAL STATUS LIKE 'Com_stmt_execute'" | cut -f2
}

# Ticks of user and system time.
ticks() {
  sed 's/.*) //' "/proc/$1/stat" | { read -r -a stat; echo $((stat[11] + stat[12])); }
}

# Runs one client alone; prints queries a second and microseconds of CPU a query.
turn() {
  kill -CONT "$1"
  sleep 0.3
  local from cpu started
  from=$(queries) cpu=$(ticks "$1") started=$EPOCHREALTIME
  sleep "$2"
  local until=$EPOCHREALTIME count used
  used=$(($(ticks "$1") - cpu)) count=$(($(queries) - from))
  kill -STOP "$1"
  awk -v n="$count" -v s="$started" -v u="$until" -v t="$used" -v hz="$(getconf CLK_TCK)" \
    'BEGIN { printf "%.0f %.2f\n", n / (u - s), 1e6 * t / hz / n }'
}

start_server
sysbench --config-file="$folder/sysbench.cnf" oltp_common prepare >"$folder/prepare.log"
names=(sysbench "${jars[@]}")
for count in ${threads//,/ }; do
  start_sysbench "$count"
  sleep 3
  kill -STOP "${clients[0]}"
  for jar in "${jars[@]}"; do
    start_jar "$jar" "$count"
    sleep "$warm"
    kill -STOP "${clients[-1]}"
  done
  for ((number = 0; number < turns; number++)); do
    for ((k = 0; k < ${#clients[@]}; k++)); do
      which=$(((k + number) % ${#clients[@]}))
      echo "$which $(turn "${clients[$which]}" "$slice")"
    done
  done | awk -v names="${names[*]}" -v count="$count" -v way="$way" '
    BEGIN { n = split(names, name, " ") }
    { i = $1; qps[i, ++turns[i]] = $2; cpu[i] += $3; sum[i] += $2 }
    END {
      for (i = 0; i < n; i++) {
        m = 0; v = 0
        for (t = 1; t <= turns[i]; t++) m += log(qps[i, t] / qps[0, t]) / turns[i]
        for (t = 1; t <= turns[i]; t++) v += (log(qps[i, t] / qps[0, t]) - m) ^ 2 / (turns[i] - 1)
        # About the t quantile of 0.975.
        half = (1.96 + 2.8 / (turns[i] - 1)) * sqrt(v / turns[i])
        printf "%3d by %-6s %-24s %7.0f q/s  %.3f (%.3f to %.3f)  %5.2f us CPU/query\n", count, way, name[i + 1],
          sum[i] / turns[i], exp(m), exp(m - half), exp(m + half), cpu[i] / turns[i]
      }
    }'
  stop_clients
done
