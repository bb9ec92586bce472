#!/usr/bin/env bash
# Measures the client of one or more builds beside pgbench's, on one PostgreSQL server that it starts and removes:
#
#   scripts/beside-pgbench.sh [benchmarks.jar] [OTHER.jar …] [-- OPTION=VALUE …]
#
#   threads=8          connections; several are separated by commas
#   way=tcp            or socket, the Unix domain socket
#   script=select-only or tpcb-like, simple-update: pgbench's own, as docs/examples/pgbench has them
#   scale=32           pgbench's; at least the number of connections for those that write
#   warm=25 turns=40 slice=0.25   seconds that each of ours warms up; turns; their seconds
#   into=              a file that turns are appended to; those of earlier runs in it count as well
#
# As beside-sysbench.sh does. Each has a database with tables that pgbench has made (a client that is stopped keeps its
# locks), and prepared statements; pgbench has a thread per processor. pg_stat_statements counts, without
# BEGIN and COMMIT, of which it sees those of ours only. Needs pgbench and PostgreSQL's programs, and for root the user
# postgres.
set -euo pipefail

threads=8 way=tcp script=select-only scale=32 warm=25 turns=40 slice=0.25 into=
# shellcheck source=scripts/turns.sh
. "$(dirname "$0")/turns.sh"
arguments 'threads way script scale warm turns slice into' "$@"

folder=$(mktemp -d)
export STORAGE_BENCH_JDBC_USER=bench STORAGE_BENCH_JDBC_PASSWORD=unused
server= as=()
[ "$(id -u)" != 0 ] || as=(setpriv --reuid=postgres --regid=postgres --init-groups)

finish() {
  set +e
  stop_clients
  [ -z "$server" ] || { kill -INT "$server" && wait "$server"; }
  rm -rf "$folder"
}
trap finish EXIT

queries() {
  psql -qAt -h "$folder/pg" -p "$port" -U bench -c 'SELECT sum(calls) FROM pg_stat_statements' bench
}

start_server() {
  port=$((20000 + RANDOM % 10000))
  mkdir "$folder/pg"
  chmod 711 "$folder"
  [ ${#as[@]} = 0 ] || chown postgres "$folder/pg"
  "${as[@]}" initdb -D "$folder/pg/data" -U bench -A trust >"$folder/initdb.log"
  "${as[@]}" postgres -D "$folder/pg/data" -c listen_addresses=127.0.0.1 -p "$port" -k "$folder/pg" -c shared_buffers=2GB \
    -c max_connections="$((50 + (2 + ${#jars[@]}) * $(tr , '\n' <<<"$threads" | sort -n | tail -1)))" -c fsync=off -c shared_preload_libraries=pg_stat_statements \
    -c pg_stat_statements.track_utility=off \
    >"$folder/server.log" 2>&1 &
  server=$!
  until pg_isready -q -h "$folder/pg" -p "$port"; do
    kill -0 "$server" || { cat "$folder/server.log" >&2; exit 1; }
    sleep 0.2
  done
  createdb -h "$folder/pg" -p "$port" -U bench bench
  psql -q -h "$folder/pg" -p "$port" -U bench -c 'CREATE EXTENSION pg_stat_statements' bench
  local number
  for ((number = 0; number <= ${#jars[@]}; number++)); do
    createdb -h "$folder/pg" -p "$port" -U bench "bench$number"
    pgbench -i -q -s "$scale" -h "$folder/pg" -p "$port" -U bench "bench$number" >"$folder/prepare.log" 2>&1
  done
}

# The URL of a database.
url() {
  if [ "$way" = socket ]; then
    echo "jdbc:postgresql://localhost/$1?socketFactoryArg=$folder/pg/.s.PGSQL.$port"
  else
    echo "jdbc:postgresql://127.0.0.1:$port/$1"
  fi
}

start_server
# The tables and their size are pgbench's.
{
  echo "\\set scale $scale"
  sed '/^\\setup/,/^\\end/d' "$root/docs/examples/pgbench/$script.sql"
} >"$folder/script.sql"
host=127.0.0.1
[ "$way" = tcp ] || host=$folder/pg
for count in ${threads//,/ }; do
  pgbench -n -M prepared -b "$script" -c "$count" -j "$(nproc)" -T 36000 -h "$host" -p "$port" -U bench bench0 \
    >"$folder/pgbench.log" 2>&1 &
  names+=(pgbench) hosts+=($!) clients+=($!)
  disown
  sleep 3
  kill -STOP "${clients[0]}"
  for jar in "${jars[@]}"; do
    url=$(url "bench${#names[@]}")
    start_jar "$jar" "$count" -p engine=postgresql -p workload="file:$folder/script.sql" -p dataset=sysbench:records=1000 \
      -p table=sbtest
    pause "$(basename "$jar" .jar)"
  done
  measure "$script, scale $scale, $count by $way"
  stop_clients
done
