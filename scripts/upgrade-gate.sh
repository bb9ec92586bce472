#!/usr/bin/env bash
# Measures an engine's upgrade for a pull request; action.yml calls it. From the environment:
#
#   UPGRADE      ENGINE@OLD..NEW, or several, separated by spaces; empty to take it from TITLE or REPOSITORY
#   REPOSITORY   a clone whose last commit is the pull request's, merged. Of its POMs, Gradle files and version
#                catalogues, and those of the commit before, come the engines whose versions differ
#   TITLE        of the pull request, where these files name none: "Bump org.rocksdb:rocksdbjni from 10.4.2 to 10.10.1"
#                (Dependabot, and Renovate where its title has both versions)
#   THRESHOLD    the accepted loss (default: 1%)
#   ARGUMENTS    more options of upgrade, separated by spaces
#   REFS         in place of UPGRADE: two refs of a project that is an engine, OLD..NEW, each checked out from REPOSITORY
#                and built by the command BUILD into the jar BUILT: a plugin, or the library of the engine ENGINE
#   RELEASE      the release whose jar is fetched, such as 1.0.0, and SHA256, the sum of that jar
#   JAR          a jar on this machine, in place of RELEASE and SHA256
#
# Into the working folder: comment.md, the table, and storage-bench-upgrade/run.zip, the packed run
# (storage-bench-upgrade-2/run.zip of a second engine); what an earlier run has left there is removed. The exit code is that of upgrade, 1 if any engine lost; 0 without comment.md if REPOSITORY changes no
# engine's version.
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
    sort -u -V
}

# ARTIFACT OLD NEW of what two lists of versions differ in: of several versions the last one that the other has not.
changed() {
  awk '
    { list = FILENAME == ARGV[1]; all[list, $1] = all[list, $1] " " $2; has[list, $1, $2]; names[$1] }
    function last(list, name, count, each, i, own) {
      count = split(all[list, name], each, " ")
      own = each[count]
      for (i = 1; i <= count; i++) if (!((!list, name, each[i]) in has)) { own = each[i]; differs = 1 }
      return own
    }
    END {
      for (name in names) {
        differs = 0
        old = last(1, name)
        new = last(0, name)
        if (differs && old != "" && new != "") print name, old, new
      }
    }' "$1" "$2" | sort
}

# Prints a file of a jar, by the JDK: not every machine has unzip.
entry() {
  local folder
  folder=$(mktemp -d) && (
    trap 'rm -rf "$folder"' EXIT
    cd "$folder" && "${JAVA_HOME:+$JAVA_HOME/bin/}jar" --extract --file "$1" "$2" && cat "$2"
  )
}

titled=
pattern='[Bb]ump ([A-Za-z0-9_.:-]+) from ([A-Za-z0-9_.+-]+) to ([A-Za-z0-9_.+-]+)'
if [ -n "${REFS:-}" ]; then
  [[ "$REFS" =~ ^[^-.][^:]*\.\.[^-.][^:]*$ ]] || fail "REFS '$REFS' are not OLD..NEW"
  [ -z "${UPGRADE:-}" ] || fail "give UPGRADE or REFS, not both"
  [ -n "${REPOSITORY:-}" ] && [ -n "${BUILD:-}" ] && [ -n "${BUILT:-}" ] && [ -n "${ENGINE:-}" ] ||
    fail "REFS needs REPOSITORY, BUILD, BUILT and ENGINE"
elif [ -z "${UPGRADE:-}" ] && [[ "${TITLE:-}" =~ $pattern ]]; then
  titled=${BASH_REMATCH[1]}
  title="$titled@${BASH_REMATCH[2]}..${BASH_REMATCH[3]}"
  [ -n "${REPOSITORY:-}" ] || UPGRADE=$title
elif [ -z "${UPGRADE:-}${REPOSITORY:-}" ]; then
  fail "no upgrade in the title '${TITLE:-}' (expected: Bump ARTIFACT from OLD to NEW); give upgrade: ENGINE@OLD..NEW"
fi

jar=${JAR:+$(realpath "$JAR")}
if [ -z "$jar" ]; then
  [[ "${RELEASE:-}" =~ ^[0-9]+(\.[0-9A-Za-z-]+)+$ ]] || fail "no release '${RELEASE:-}' (expected a version such as 1.0.0)"
  [[ "${SHA256:-}" =~ ^[0-9a-f]{64}$ ]] || fail "sha256 is not a SHA-256 sum: it is that of benchmarks-$RELEASE.jar in the release's SHA256SUMS"
  jar=${RUNNER_TEMP:-/tmp}/benchmarks-$RELEASE.jar
  # A composite action's steps are not told whose it is, but lie in a folder of that name.
  [[ "${GITHUB_ACTION_PATH:-}/" =~ /_actions/([^/]+/[^/]+)/ ]] || fail "no repository to fetch the release from: run as an action, or give JAR"
  curl -fsSL --proto '=https' -o "$jar" "https://github.com/${BASH_REMATCH[1]}/releases/download/v$RELEASE/benchmarks-$RELEASE.jar"
  echo "$SHA256  $jar" | sha256sum --check --quiet || fail "the jar of $RELEASE has another SHA-256 sum than the given one"
fi

if [ -n "${REFS:-}" ]; then
  work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/upgrade-XXXXXX") || fail "no temporary folder"
  trap 'rm -rf "$work"; git -C "$REPOSITORY" worktree prune' EXIT
  for side in old new; do
    ref=$([ $side = old ] && echo "${REFS%%..*}" || echo "${REFS#*..}")
    git -C "$REPOSITORY" worktree add --quiet --detach "$work/$side" "$ref" || fail "$REPOSITORY has no $ref"
    (cd "$work/$side" && sh -c "$BUILD") >&2 || fail "the build of $ref failed"
    [ -f "$work/$side/$BUILT" ] || fail "the build of $ref has not made $BUILT"
    UPGRADE+=" --candidate=$side=$ENGINE{jar=$work/$side/$BUILT}"
  done
  ! entry "$work/old/$BUILT" META-INF/MANIFEST.MF | grep -q '^Storage-Bench-SPI' ||
    UPGRADE+=" --plugin=$work/old/$BUILT"
elif [[ -n "${REPOSITORY:-}" && -z "${UPGRADE:-}" ]]; then
  engines=$(entry "$jar" dev/storagebench/engines/engines.txt) || fail "$jar has no list of engines"
  # The files first: a title is not changed with them.
  UPGRADE=$(changed <(versions HEAD^1) <(versions HEAD) | while read -r artifact old new; do
    [[ "$engines" != *" artifact=$artifact;"* ]] || echo "$artifact@$old..$new"
  done)
  [[ -n "$UPGRADE" || -z "$titled" || "$engines" != *" artifact=$titled;"* ]] || UPGRADE=$title
  [ -n "$UPGRADE" ] || echo 'upgrade: the version of each engine is as before'
fi

status=0
count=0
rm -rf comment.md table.md storage-bench-upgrade storage-bench-upgrade-[0-9]*
# Two builds are one upgrade.
[ -n "${REFS:-}" ] && upgrades=("$UPGRADE") || read -r -a upgrades <<<"${UPGRADE//$'\n'/ }"
for upgrade in "${upgrades[@]}"; do
  echo "upgrade: $upgrade"
  count=$((count + 1))
  folder=storage-bench-upgrade$([ $count = 1 ] || echo "-$count")
  ended=0
  # shellcheck disable=SC2086  # options are words
  java -jar "$jar" upgrade $upgrade --threshold "${THRESHOLD:-1%}" --markdown table.md --out "$folder" ${ARGUMENTS:-} || ended=$?
  # A JVM that does not start ends with 1 as well, but without a table.
  [ $ended != 1 ] || [ -f table.md ] || ended=3
  # A loss is not hidden by what could not be judged.
  [ $status = 1 ] || [ $ended = 0 ] || status=$ended
  if [ -f table.md ]; then
    cat table.md >>comment.md
    rm table.md
    java -jar "$jar" submit "$folder" || echo "upgrade: $folder is not packed" >&2
  fi
done
[ ! -f comment.md ] || cat comment.md >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$status"
