#!/bin/sh
# Lists dependencies of which there are newer releases. Ends with 1 if one of them is an engine's library. Those that
# versions.xml beside this names stay behind for the reason it gives.
set -eu
cd "$(dirname "$0")/.."
plugin=org.codehaus.mojo:versions-maven-plugin:2.25.1
report=$(mktemp)
trap 'rm -f "$report"' EXIT
mvn -B -q --no-transfer-progress "$plugin:display-dependency-updates" -DprocessDependencyManagement=false \
  -Dmaven.version.rules="file://$PWD/scripts/versions.xml" -Dversions.outputFile="$report" -DoutputEncoding=UTF-8
grep -- '->' "$report" | sort -u || true
# Only bench-engines has engines' libraries; its other dependencies are those of all modules.
mvn -B -q --no-transfer-progress -pl bench-engines "$plugin:display-dependency-updates" -DprocessDependencyManagement=false \
  -DdependencyIncludes=$(sed -n 's/.* artifact=\([^;]*\);.*/\1/p' bench-engines/src/main/resources/dev/storagebench/engines/engines.txt | sort -u | paste -sd,) \
  -Dmaven.version.rules="file://$PWD/scripts/versions.xml" -Dversions.outputFile="$report"
if grep -q -- '->' "$report"; then
  echo 'an engine is behind:'
  grep -- '->' "$report" | sort -u
  exit 1
fi
echo 'all engines are at their latest release'
