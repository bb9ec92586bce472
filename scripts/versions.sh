#!/bin/sh
# Lists dependencies and servers of which there are newer releases. Ends with 1 if one of them is an engine's library or a
# server's driver. versions.xml beside this says which releases do not count.
set -eu
cd "$(dirname "$0")/.."
mkdir -p target
engines=$(
  sed -n '/^#/!s/.* artifact=\([^;]*\);.*/\1/p' bench-engines/src/main/resources/dev/storagebench/engines/engines.txt | sort -u
  # The drivers of servers.
  printf '%s\n' com.mysql:mysql-connector-j org.mariadb.jdbc:mariadb-java-client org.postgresql:postgresql com.zaxxer:HikariCP
)
# A later plugin needs Maven 3.9.
mvn -B --no-transfer-progress org.codehaus.mojo:versions-maven-plugin:2.18.0:display-dependency-updates \
  -DprocessDependencyManagement=false -Dmaven.version.rules="file://$PWD/scripts/versions.xml" > target/versions.log
grep -q 'BUILD SUCCESS' target/versions.log || { echo 'Maven listed nothing' >&2; exit 2; }
# A long name has its versions on the line below.
sed -e 's/^\[INFO\] *//' -e '/[^.]\.\.\.*$/{N;s/\n\[INFO\] */ /;}' target/versions.log \
  | { grep -e ' -> ' || true; } | sort -u | tee target/versions.txt
# Servers are no dependencies. Newer ones need new sums, and a server may be kept for what was published of it.
repository=$PWD/target/versions-repository
sed -n 's/^[a-z]* linux-x86_64 \([^:]*\):\([^:]*\):\([^:]*\):.*/\1 \2 \3/p' bench-sql/src/main/resources/dev/storagebench/sql/server/archives.txt |
  while read -r group name version; do
    mvn -B -q --no-transfer-progress org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get -Dmaven.repo.local="$repository" \
      -Dtransitive=false -Dartifact="$group:$name:LATEST:pom" </dev/null
    latest=$(ls "$repository/$(echo "$group" | tr . /)/$name" | grep '^[0-9]' | sort -V | tail -1)
    [ "$latest" = "$version" ] || echo "server $group:$name $version -> $latest"
  done
if behind=$(grep -F "$engines" target/versions.txt); then
  printf 'an engine is behind:\n%s\n' "$behind"
  exit 1
fi
echo 'all engines are at their latest release'
