#!/usr/bin/env bash
# Measures an engine's upgrade for a pull request; action.yml calls it. From the environment:
#
#   UPGRADE      ENGINE@OLD..NEW, or several, separated by spaces; empty to take it from TITLE or REPOSITORY
#   TITLE        of a pull request: "Bump org.rocksdb:rocksdbjni from 10.4.2 to 10.10.1" (Dependabot, and Renovate where
#                its title has both versions)
#   REPOSITORY   where the title names none: a clone whose last commit is the pull request's, merged. Of its POMs, Gradle
#                files and version catalogues, and those of the commit before, come the engines whose versions differ
#   THRESHOLD    the accepted loss (default: 1%)
#   ARGUMENTS    more options of upgrade, separated by spaces
#   RELEASE      the release whose jar is fetched, such as 1.0.0, and SHA256, the sum of that jar
#   JAR          a jar on this machine, in place of RELEASE and SHA256
#
# Into the working folder: comment.md, the table, and upgrade/run.zip, the packed run (upgrade-2/run.zip of a second
# engine). The exit code is upgrade's; 0 without comment.md if REPOSITORY changes no engine's version.
set -euo pipefail

fail() {
  echo "upgrade: $*" >&2
  exit 2
}

# GROUP:ARTIFACT VERSION of a commit, a line each: dependencies of POMs, Gradle's notations and version catalogues. What
# is not a version, or a property or variable that stands for one, is left out.
versions() {
  git -C "$REPOSITORY" ls-tree -r --name-only "$1" |
    grep -E '(^|/)(pom\.xml|gradle\.properties|[^/]+\.gradle(\.kts)?|[^/]+\.versions\.toml)$' |
    while read -r file; do git -C "$REPOSITORY" show "$1:$file"; done |
    perl -0777 -ne '
      $value{$1} = $2 while /<([\w.-]+)>\s*(\d[\w.+-]*)\s*<\/\1>/g;
      $value{$1} = $3 while /\b(?:ext\.)?([\w.-]+)\s*=\s*(["\x27]?)(\d[\w.+-]*)\2/g;
      sub found {
        my ($artifact, $version, $reference) = @_;
        $reference = $1 if $version =~ /^\$\{?([\w.-]+)\}?$/;
        $version = $value{$reference} // "" if $reference;
        print "$artifact $version\n" if "$artifact $version" =~ /^\w[\w.-]*:[\w.-]+ \d[\w.+-]*$/;
      }
      for my $each (/<dependency>(.*?)<\/dependency>/gs) {
        my ($group, $name, $version) = map { $each =~ /<$_>\s*([^<\s]+)/ ? $1 : "" } qw(groupId artifactId version);
        found("$group:$name", $version);
      }
      found($1, $2) while /["\x27]([\w.-]+:[\w.-]+):(\$?\{?[\w.+-]+\}?)["\x27@:]/g;
      my $is = qr/\s*[:=]\s*["\x27]/;
      my $then = qr/["\x27]\s*,\s*/;
      found("$1:$2", $4, $3 && $4) while /group$is([\w.-]+)${then}name$is([\w.-]+)${then}version(\.ref)?$is([^"\x27]+)/g;
      found($1, $3, $2 && $3) while /module$is([\w.-]+:[\w.-]+)${then}version(\.ref)?$is([^"\x27]+)/g;' |
    sort -u -k1,1
}

pattern='[Bb]ump ([A-Za-z0-9_.:-]+) from ([A-Za-z0-9_.+-]+) to ([A-Za-z0-9_.+-]+)'
if [ -z "${UPGRADE:-}" ] && [[ "${TITLE:-}" =~ $pattern ]]; then
  UPGRADE="${BASH_REMATCH[1]}@${BASH_REMATCH[2]}..${BASH_REMATCH[3]}"
elif [ -z "${UPGRADE:-}${REPOSITORY:-}" ]; then
  fail "no upgrade in the title '${TITLE:-}' (expected: Bump ARTIFACT from OLD to NEW); give upgrade: ENGINE@OLD..NEW"
fi

jar=${JAR:-}
if [ -z "$jar" ]; then
  [[ "${RELEASE:-}" =~ ^[0-9]+(\.[0-9A-Za-z-]+)+$ ]] || fail "no release '${RELEASE:-}' (expected a version such as 1.0.0)"
  [[ "${SHA256:-}" =~ ^[0-9a-f]{64}$ ]] || fail "sha256 is not a SHA-256 sum: it is that of benchmarks-$RELEASE.jar in the release's SHA256SUMS"
  jar=${RUNNER_TEMP:-/tmp}/benchmarks-$RELEASE.jar
  curl -fsSL --proto '=https' -o "$jar" "https://github.com/${GITHUB_ACTION_REPOSITORY:?}/releases/download/v$RELEASE/benchmarks-$RELEASE.jar"
  echo "$SHA256  $jar" | sha256sum --check --quiet || fail "the jar of $RELEASE has another SHA-256 sum than the given one"
fi

if [ -z "${UPGRADE:-}" ]; then
  engines=$(java -jar "$jar" engines)
  UPGRADE=$(join <(versions HEAD^1) <(versions HEAD) | while read -r artifact old new; do
    # The list of engines ends with the artifact and its version.
    [ "$old" = "$new" ] || [[ "$engines" != *" ${artifact#*:} "* ]] || echo "$artifact@$old..$new"
  done)
  [ -n "$UPGRADE" ] || echo 'upgrade: the version of each engine is as before'
fi

status=0
count=0
rm -f comment.md table.md
for upgrade in ${UPGRADE:-}; do
  echo "upgrade: $upgrade"
  count=$((count + 1))
  folder=upgrade$([ $count = 1 ] || echo "-$count")
  # shellcheck disable=SC2086  # options are words
  java -jar "$jar" upgrade "$upgrade" --threshold "${THRESHOLD:-1%}" --markdown table.md --out "$folder" ${ARGUMENTS:-} || status=$?
  if [ -f table.md ]; then
    java -jar "$jar" submit "$folder"
    cat table.md >>comment.md
    rm table.md
  fi
done
[ ! -f comment.md ] || cat comment.md >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$status"
