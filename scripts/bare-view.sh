#!/usr/bin/env bash
# Runs a command as a stranger would: an ordinary user, in a fresh clone of the last commit, on a machine that has
# nothing but a JDK and Maven, whatever is installed here. Outside nothing changes.
#
#   sudo scripts/bare-view.sh [sh -c] COMMAND …       in a view of this machine (Debian or Ubuntu)
#   sudo scripts/bare-view.sh --release trixie COMMAND …   in a minimal Debian of that release (needs mmdebstrap; 45 s)
#   sudo scripts/bare-view.sh --keep FILE COMMAND …   copies FILE from the clone into this one, at the end
#   sudo scripts/bare-view.sh                          only builds the view and shows the versions in it
#
# The view is an overlay over / without the files of all packages but those that a JDK, Maven and the system itself
# need. Folders for what is installed by hand, of users and of work are empty, /tmp and /run are tmpfs. The user's local
# Maven repository is an overlay over the caller's, which receives what the command has fetched.
# Exit code: that of the command; 77 if no view can be made here, with the reason.
set -euo pipefail

readonly user=stranger home=/home/stranger
repository=$(cd "$(dirname "$0")/.." && pwd)

cannot() {
  echo "bare-view: cannot be made here: $*" >&2
  exit 77
}

# Second half: inside the mount and PID namespaces of its own, which end with everything in them.
inside() {
  local room=$1 release=$2
  shift 2
  local root=$room/root
  set -E
  trap '[ $? != 77 ] || exit 77; cannot "$BASH_COMMAND"' ERR
  if [ -n "$release" ]; then
    mount --bind "$root" "$root"
  else
    mount -t overlay overlay -o "lowerdir=/,upperdir=$room/upper,workdir=$room/work" "$root" 2>"$room/why" ||
      cannot "$(cat "$room/why")"
    remove_unneeded "$root"
    for folder in "$root"/* "$root/usr/local"; do
      case ${folder#"$root"} in
        /bin | /sbin | /lib* | /usr | /etc | /var | /dev | /proc | /sys) ;;
        *) [ -L "$folder" ] || [ ! -d "$folder" ] || mount -t tmpfs -o mode=755 tmpfs "$folder" ;;
      esac
    done
  fi
  # The root is a mount point by now; without that a JVM finds no file store of it.
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount --rbind /sys "$root/sys"
  for folder in /tmp /var/tmp; do
    mount -t tmpfs -o mode=1777 tmpfs "$root$folder"
  done
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  # It may be a link into /run.
  rm -f "$root/etc/resolv.conf"
  cp "$room/resolv.conf" "$root/etc/resolv.conf"
  cp /etc/hosts "$root/etc/hosts"
  chroot "$root" ldconfig

  local id
  id=$(free_id "$root")
  echo "$user:x:$id:$id::$home:/bin/sh" >> "$root/etc/passwd"
  echo "$user:x:$id:" >> "$root/etc/group"
  mkdir -p "$root$home"
  mount --bind "$room/home" "$root$home"
  git clone -q --depth 1 "file://$repository" "$root$home/storage-bench"
  local maven="$root$home/.m2/repository"
  mkdir -p "$maven"
  for settings in .m2/settings.xml .m2/settings-security.xml .m2/toolchains.xml .mavenrc; do
    [ ! -f "$HOME/$settings" ] || cp "$HOME/$settings" "$root$home/$settings"
  done
  mount -t overlay overlay -o "lowerdir=$room/known,upperdir=$room/fetched,workdir=$room/fetched.work" "$maven"
  chown -R "$id:$id" "$root$home/storage-bench"
  chown "$id:$id" "$root$home" "$root$home"/.m2 "$root$home"/.m2/*.xml "$root$home"/.mavenrc 2>/dev/null || true
  # Maven adds files beside all artifacts and changes the small ones that say where they came from.
  find "$maven" \( -type d -o -size -9 \) -exec chown -h "$id:$id" {} +
  touch "$room/ready"

  local environment=(HOME="$home" USER="$user" LOGNAME="$user" LANG=C.UTF-8
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY MAVEN_OPTS MAVEN_ARGS JAVA_TOOL_OPTIONS CI; do
    [ -z "${!name-}" ] || environment+=("$name=${!name}")
  done
  as_user() {
    chroot "$root" setpriv --reuid="$id" --regid="$id" --clear-groups --no-new-privs \
      env -i --chdir="$home/storage-bench" "${environment[@]}" "$@"
  }
  as_user sh -c 'java -version && mvn -B -version' >"$room/why" 2>&1 || cannot "$(cat "$room/why")"
  trap - ERR
  [ $# -gt 0 ] || set -- sh -c 'java -version; mvn -B -version; ldconfig -p | wc -l; id'
  as_user "$@"
}

# Removes the files of all packages but of those that are needed.
remove_unneeded() {
  local root=$1 info=/var/lib/dpkg/info
  local roots
  roots=$(for command in java javac mvn setpriv; do
    dpkg-query -S "$(readlink -f "$(command -v $command || echo "no $command")")" | sed 's/:.*//' ||
      cannot "$command is in no package"
  done)
  dpkg-query -W -f '${db:Status-Abbrev}\t${binary:Package}\t${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\t${Provides}\n' |
    awk -F '\t' -v roots="$(echo $roots ca-certificates netbase)" '
      function names(list, into,   count, i) {
        gsub(/\([^)]*\)|\[[^]]*\]|:any/, "", list)
        gsub(/[|,]/, " ", list)
        return split(list, into, " ")
      }
      $1 ~ /^ii/ {
        file[$3] = file[$3] " " $2
        depends[$3] = $6
        count = names($7, provided)
        for (i = 1; i <= count; i++) providers[provided[i]] = providers[provided[i]] " " $3
        if ($4 == "yes" || $5 == "required") roots = roots " " $3
      }
      END {
        open = split(roots, queue, " ")
        while (open > 0) {
          package = queue[open--]
          if (package in needed) continue
          needed[package]
          count = names(depends[package] " " providers[package], more)
          for (i = 1; i <= count; i++) queue[++open] = more[i]
        }
        for (package in file) {
          count = split(file[package], files, " ")
          for (i = 1; i <= count; i++) print (package in needed ? "needed" : "unneeded"), files[i]
        }
      }' > "$room/packages"
  lists() {
    awk -v kind="$1" '$1 == kind { print $2 }' "$room/packages" | while read -r package; do
      cat "$info/$package.list" 2>/dev/null || cat "$info/${package%%:*}.list"
    done | sort -u
  }
  lists needed > "$room/needed"
  lists unneeded > "$room/unneeded"
  # Folders are on the lists as well, and stay.
  comm -13 "$room/needed" "$room/unneeded" | sed "s|^|$root|" | xargs -r -d '\n' rm -f -- 2>/dev/null || true
  echo "bare-view: $(grep -c '^needed' "$room/packages") packages, without $(grep -c '^unneeded' "$room/packages") others" >&2
}

free_id() {
  local id=4711
  while grep -q ":$id:" "$1/etc/passwd" "$1/etc/group"; do id=$((id + 1)); done
  echo $id
}

if [ "${1-}" = --inside ]; then
  shift
  inside "$@"
  exit
fi

release= keep=
while [[ "${1-}" = --* ]]; do
  case $1 in
    --release) release=${2:?a release such as bookworm} ;;
    --keep) keep=${2:?a file of the clone} ;;
    *) echo "bare-view: unknown option $1: --release or --keep" >&2 && exit 2 ;;
  esac
  shift 2
done
[ "$(id -u)" = 0 ] || cannot "it needs root"
[ -n "$release" ] || command -v dpkg-query >/dev/null || cannot "there is no dpkg"
# On a disk: /tmp may be memory.
room=$(mktemp -d /var/tmp/storage-bench-bare.XXXXXX)
trap 'rm -rf --one-file-system "$room"' EXIT
chmod 755 "$room"
mkdir "$room"/{root,upper,work,home,known,fetched,fetched.work}
cat /etc/resolv.conf > "$room/resolv.conf" 2>/dev/null || true
maven=${HOME:?}/.m2/repository
mkdir -p "$maven"
# Links: another build may add files meanwhile, and the lower layer of an overlay must not change.
cp -al "$maven/." "$room/known" 2>/dev/null || cp -a "$maven/." "$room/known"
if [ -n "$release" ]; then
  command -v mmdebstrap >/dev/null || cannot "mmdebstrap is not installed"
  jdk=openjdk-17-jdk-headless
  [ "$release" = bookworm ] || jdk=openjdk-25-jdk-headless
  mmdebstrap --variant=minbase --include="$jdk,maven,ca-certificates" "$release" "$room/root"
fi
unshare --mount --pid --fork true || cannot "no mount namespace"
code=0
unshare --mount --pid --fork --kill-child -- "$0" --inside "$room" "$release" "$@" || code=$?
if [ -n "$keep" ] && [ -f "$room/home/storage-bench/$keep" ]; then
  mkdir -p "$repository/$(dirname "$keep")"
  cp "$room/home/storage-bench/$keep" "$repository/$keep"
fi
# What Maven fetched is kept for the next build.
if [ "$code" = 0 ]; then
  (cd "$room/fetched" && find . -type f -cnewer ../ready ! -name '*.lastUpdated' -exec cp --parents -n -t "$maven" {} +)
fi
exit "$code"
