#!/usr/bin/env bash
# Builds what a release offers, from a tag:
#
#   scripts/release.sh v1.2.0 [FOLDER]    from that tag of this repository, into FOLDER (default: release)
#   scripts/release.sh --dry-run          the same from the last commit, as version 9.9.9 of a clone, and runs the artifact
#
# The tag is "v" and the version in the POMs and in jbang-catalog.json, and CHANGELOG.md has a section "## VERSION" with
# what changed. FOLDER gets benchmarks-VERSION.jar, its SBOM, bench-core and datasets, all with sources and Javadoc,
# SHA256SUMS, notes.md, and maven-VERSION.zip: the same as a Maven repository, which Maven Central takes if it is signed.
# Two builds of a tag by the same JDK have the same sums, but for signatures. Nothing is published: .github/workflows/release.yml does that.
#
#   GITHUB_REPOSITORY                          OWNER/NAME, for the POMs
#   MAVEN_GPG_KEY, MAVEN_GPG_PASSPHRASE        a private key in ASCII armour; without one nothing is signed
set -euo pipefail

fail() {
  echo "release: $*" >&2
  exit 2
}

[ $# -ge 1 ] || fail 'which tag? See the head of this script'
repository=$(cd "$(dirname "$0")/.." && pwd)
folder=$(realpath -m "${2:-release}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$1" = --dry-run ]; then
  tag=v9.9.9
  folder=$work/release
  git clone -q "file://$repository" "$work/sources"
  cd "$work/sources"
  old=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' pom.xml)
  sed -i "s:<version>$old</version>:<version>9.9.9</version>:" pom.xml ./*/pom.xml
  sed -i 's/\(benchmarks:\)[0-9.]*"/\19.9.9"/' jbang-catalog.json
  sed -i '0,/^## /s/^## .*/## 9.9.9/' CHANGELOG.md
  git -c user.name=release -c user.email=release@localhost commit -qam 'Version 9.9.9'
  git tag "$tag"
else
  tag=$1
  git -C "$repository" rev-parse -q --verify "refs/tags/$tag" >/dev/null || fail "there is no tag '$tag'; git tag lists them"
  git clone -q --depth 1 --branch "$tag" "file://$repository" "$work/sources" 2>"$work/git.log" || fail "$(cat "$work/git.log")"
  cd "$work/sources"
fi

version=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' pom.xml)
[ "v$version" = "$tag" ] || fail "the POMs at $tag have version $version; set it to ${tag#v} before the tag"
grep -q "\"dev.storagebench:benchmarks:$version\"" jbang-catalog.json || fail "jbang-catalog.json at $tag has another version"
notes=$(awk -v title="## $version" '$0 == title || index($0, title " ") == 1 {on = 1; next} /^## / {on = 0} on' CHANGELOG.md)
[ -n "$(tr -d '[:space:]' <<<"$notes")" ] || fail "CHANGELOG.md at $tag has no section '## $version'"

maven=(mvn -B -q --no-transfer-progress -Prelease ${GITHUB_REPOSITORY:+"-Drepository=$GITHUB_REPOSITORY"})
# No test, and no library that it loads, sees the key.
env -u MAVEN_GPG_KEY -u MAVEN_GPG_PASSPHRASE "${maven[@]}" package
goals=(package -DskipTests)
[ -z "${MAVEN_GPG_KEY:-}" ] || goals+=(gpg:sign -Dgpg.signer=bc)
"${maven[@]}" "${goals[@]}" deploy:deploy "-DaltDeploymentRepository=release::file://$work/maven"

mkdir -p "$folder"
artifacts=$work/maven/dev/storagebench
cp "$artifacts"/{benchmarks,bench-core,datasets}/"$version/"*.jar "$folder/"
cp benchmarks.cdx.json "$folder/benchmarks-$version.cdx.json"
# Without the lists of versions, which belong to the repository that takes it.
find "$work/maven" -name 'maven-metadata*' -delete
date=$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ)
(
  cd "$work/maven"
  find . -type f | sort >"$work/files"
  jar --create --no-manifest --date="$date" --file "$folder/maven-$version.zip" @"$work/files"
)
(cd "$folder" && sha256sum -- *.jar *.json *.zip >SHA256SUMS)
{
  printf '%s\n\n' "$notes"
  printf 'Needs a JDK 17 or later: `java -jar benchmarks-%s.jar`. SHA-256 sums are in `SHA256SUMS`.\n' "$version"
} >"$folder/notes.md"
java -jar "$folder/benchmarks-$version.jar" --version
(cd "$folder" && sha256sum --quiet --check SHA256SUMS && ls -l)

# The artifact alone: fetched from that repository into an empty home, run in an empty folder.
if [ "$1" = --dry-run ]; then
  home=$work/home
  alone=$home/.m2/repository/dev/storagebench
  mkdir -p "$home" "$work/empty"
  cd "$work/empty"
  env -i HOME="$home" PATH="$PATH" ${JAVA_HOME:+JAVA_HOME="$JAVA_HOME"} mvn -B -q --no-transfer-progress -Duser.home="$home" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get "-DremoteRepositories=file://$work/maven" \
    "-Dartifact=dev.storagebench:benchmarks:$version"
  [ "$(ls "$alone")" = benchmarks ] && [ ! -e "$home/.m2/repository/org/rocksdb" ] || fail "the artifact's POM has dependencies: $(ls "$alone")"
  env -i HOME="$home" PATH="$PATH" java -Duser.home="$home" -jar "$alone/benchmarks/$version/benchmarks-$version.jar" \
    --records 2000 --rounds 1 --steady-within 1 --warm-up 0.1 --seconds 0.2 --out run
  for engine in rocksdb lmdb sqlite mapdb-hash; do
    grep -qE "^ *$engine +[0-9]" run/summary.txt || fail "$engine was not measured by the artifact alone"
  done
fi
