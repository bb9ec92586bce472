#!/usr/bin/env bash
# Measures the client of one or more builds beside sysbench's, on one MariaDB server that it starts and removes:
#
#   scripts/beside-sysbench.sh [benchmarks.jar] [OTHER.jar …] [-- OPTION=VALUE …]
#
#   threads=8          connections; several are separated by commas
#   way=tcp            or socket, the Unix domain socket
#   driver=mariadb     of ours: mariadb, connector-j; several are separated by commas
#   bare=no            yes: beside them a bare loop over each driver, BareLoop of bench-sql's tests (mvn test-compile);
#                      for oltp_point_select
#   workload=oltp_point_select         one that sysbench and Transaction have
#   rows=100000 warm=25 turns=40 slice=0.25   rows of each of 4 tables; seconds that each of ours warms up; turns; their seconds
#   into=              a file that turns are appended to; those of earlier runs in it count as well
#
# All clients stay connected and take turns of a quarter of a second; meanwhile the others are stopped. So what disturbs
# the machine disturbs all alike. Queries are counted by the server, CPU time by the kernel. Printed are the means over the
# turns of queries a second as a multiple of sysbench's in the same turn with their 95 % interval (of the means of
# processes where into= has several runs), CPU microseconds of the client a query, and those as a multiple of sysbench's.
# Needs sysbench 1.0 and mariadbd (Debian: sysbench, mariadb-server).
set -euo pipefail

threads=8 way=tcp driver=mariadb bare=no workload=oltp_point_select rows=100000 warm=25 turns=40 slice=0.25 into=
readonly tables=4
# shellcheck source=scripts/turns.sh
. "$(dirname "$0")/turns.sh"
arguments 'threads way driver bare workload rows warm turns slice into' "$@"

[ "$bare" = no ] || [ "$workload" = oltp_point_select ] || { echo "bare=$bare needs workload=oltp_point_select" >&2; exit 2; }

folder=$(mktemp -d)
export STORAGE_BENCH_JDBC_USER=bench
STORAGE_BENCH_JDBC_PASSWORD=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export STORAGE_BENCH_JDBC_PASSWORD
server=

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
  local port=$((20000 + RANDOM % 10000)) drivers=${driver//[^,]/}
  mkdir "$folder/tmp"
  mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$folder/data" --auth-root-authentication-method=normal \
    --skip-test-db >"$folder/install.log"
  # All tables of all clients are in the buffer pool.
  mariadbd --no-defaults --user="$(id -un)" --datadir="$folder/data" --tmpdir="$folder/tmp" --socket="$folder/socket" \
    --bind-address=127.0.0.1 --port="$port" --max-connections=1000 \
    --innodb-buffer-pool-size=$(((1 + ${#jars[@]} * (1 + ${#drivers})) * 256))M \
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
  coproc counter { mariadb --no-defaults --user=root --socket="$folder/socket" --batch --skip-column-names --unbuffered; }
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
db-driver=mysql
time=0" >"$folder/sysbench.cnf")
}

# Options of a script are not read from the file.
sysbench_of_tables() {
  exec sysbench --config-file="$folder/sysbench.cnf" --tables=$tables --table-size="$rows" --rand-type=uniform "$@"
}

start_sysbench() {
  (sysbench_of_tables --threads="$1" "$workload" run) >"$folder/sysbench.log" 2>&1 &
  names+=(sysbench) hosts+=($!) clients+=($!)
  disown
  await_queries "$(queries)" 1000 "${clients[-1]}" "$folder/sysbench.log"
}

queries() {
  local count
  echo "SHOW GLOBAL STATUS LIKE 'Com_stmt_execute';" >&"${counter[1]}"
  read -r _ count <&"${counter[0]}"
  echo "$count"
}

# As Driver sets them.
properties() {
  local factory=socketFactory=dev.storagebench.sql
  case $1 in
    mariadb)
      echo "useServerPrepStmts=true&sslMode=disable&allowLocalInfile=false&sessionVariables=character_set_results=NULL&$factory.jdbc.LocalSocketFactory"
      ;;
    *)
      echo "useServerPrepStmts=true&sslMode=DISABLED&useReadAheadInput=false&useUnbufferedInput=false&$factory.mysql.ConnectorJSocketFactory"
      ;;
  esac
}

start_server
(sysbench_of_tables oltp_common prepare) >"$folder/prepare.log"
for count in ${threads//,/ }; do
  start_sysbench "$count"
  kill -STOP "${clients[0]}"
  for each in ${driver//,/ }; do
    for jar in "${jars[@]}"; do
      start_jar "$jar" "$count" -p engine=mariadb -p driver="$each" -p workload="$workload" -p table=sbtestx$tables \
        -p dataset=sysbench:records=$((tables * rows))
      pause "$each $(basename "$jar" .jar)"
    done
    if [ "$bare" = yes ]; then
      own=$url
      [ "$each" = mariadb ] || own=jdbc:mysql:${url#jdbc:mariadb:}
      [ "$way" = socket ] && own+='&' || own+='?'
      start_bare "${jars[0]}" "$count" "$own$(properties "$each")" $tables "$rows" 'SELECT c FROM sbtest%d WHERE id = ?'
      pause "$each bare"
    fi
  done
  measure "$workload, $rows rows, $count by $way"
  stop_clients
done
