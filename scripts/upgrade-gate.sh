#!/usr/bin/env bash
# Measures an engine's upgrade for a pull request; action.yml calls it. From the environment:
#
#   UPGRADE      ENGINE@OLD..NEW; empty to take it from TITLE
#   TITLE        of a pull request: "Bump org.rocksdb:rocksdbjni from 10.4.2 to 10.10.1" (Dependabot, and Renovate where
#                its title has both versions)
#   THRESHOLD    the accepted loss (default: 1%)
#   ARGUMENTS    more options of upgrade, separated by spaces
#   RELEASE      the release whose jar is fetched, such as 1.0.0, and SHA256, the sum of that jar
#   JAR          a jar on this machine, in place of RELEASE and SHA256
#
# Into the working folder: comment.md, the table, and upgrade/run.zip, the packed run. The exit code is upgrade's.
set -euo pipefail

fail() {
  echo "upgrade: $*" >&2
  exit 2
}

if [ -z "${UPGRADE:-}" ]; then
  pattern='[Bb]ump ([A-Za-z0-9_.:-]+) from ([A-Za-z0-9_.+-]+) to ([A-Za-z0-9_.+-]+)'
  [[ "${TITLE:-}" =~ $pattern ]] || fail "no upgrade in the title '${TITLE:-}' (expected: Bump ARTIFACT from OLD to NEW); give upgrade: ENGINE@OLD..NEW"
  UPGRADE="${BASH_REMATCH[1]}@${BASH_REMATCH[2]}..${BASH_REMATCH[3]}"
fi

jar=${JAR:-}
if [ -z "$jar" ]; then
  [[ "${RELEASE:-}" =~ ^[0-9]+(\.[0-9A-Za-z-]+)+$ ]] || fail "no release '${RELEASE:-}' (expected a version such as 1.0.0)"
  [[ "${SHA256:-}" =~ ^[0-9a-f]{64}$ ]] || fail "sha256 is not a SHA-256 sum: it is that of benchmarks-$RELEASE.jar in the release's SHA256SUMS"
  jar=${RUNNER_TEMP:-/tmp}/benchmarks-$RELEASE.jar
  curl -fsSL --proto '=https' -o "$jar" "https://github.com/${GITHUB_ACTION_REPOSITORY:?}/releases/download/v$RELEASE/benchmarks-$RELEASE.jar"
  echo "$SHA256  $jar" | sha256sum --check --quiet || fail "the jar of $RELEASE has another SHA-256 sum than the given one"
fi

status=0
# shellcheck disable=SC2086  # options are words
java -jar "$jar" upgrade "$UPGRADE" --threshold "${THRESHOLD:-1%}" --markdown comment.md --out upgrade ${ARGUMENTS:-} || status=$?
if [ -f comment.md ]; then
  java -jar "$jar" submit upgrade
  cat comment.md >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
exit "$status"
