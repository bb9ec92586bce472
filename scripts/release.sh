#!/usr/bin/env bash
# Builds what a release offers, from a tag:
#
#   scripts/release.sh v1.2.0 [FOLDER]    from that tag of this repository, into FOLDER (default: release)
#   scripts/release.sh --dry-run          the same from the last commit, as version 9.9.9 of a clone
#
# The tag is "v" and the version in the POMs, and CHANGELOG.md has a section "## VERSION" with what changed. FOLDER gets
# benchmarks-VERSION.jar, its SBOM, bench-core and datasets with sources and Javadoc, SHA256SUMS and notes.md. Two builds of
# a tag by the same JDK have the same sums. Nothing is published: .github/workflows/release.yml does that.
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
  sed -i 's/^## Unreleased$/## 9.9.9/' CHANGELOG.md
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
notes=$(awk -v title="## $version" '$0 == title || index($0, title " ") == 1 {on = 1; next} /^## / {on = 0} on' CHANGELOG.md)
[ -n "$(tr -d '[:space:]' <<<"$notes")" ] || fail "CHANGELOG.md at $tag has no section '## $version'"

mvn -B -q --no-transfer-progress -Prelease package

mkdir -p "$folder"
cp benchmarks.jar "$folder/benchmarks-$version.jar"
cp benchmarks.cdx.json "$folder/benchmarks-$version.cdx.json"
for module in bench-core datasets; do
  for kind in '' -sources -javadoc; do
    cp "$module/target/$module-$version$kind.jar" "$folder/"
  done
done
(cd "$folder" && sha256sum -- *.jar *.json >SHA256SUMS)
{
  printf '%s\n\n' "$notes"
  printf 'Needs a JDK 17 or later: `java -jar benchmarks-%s.jar`. SHA-256 sums are in `SHA256SUMS`.\n' "$version"
} >"$folder/notes.md"
java -jar "$folder/benchmarks-$version.jar" --version
(cd "$folder" && sha256sum --quiet --check SHA256SUMS && ls -l)
