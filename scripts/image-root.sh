#!/usr/bin/env bash
# Carries out the steps of scripts/Dockerfile in a minimal Debian on this machine, and runs its program there: for
# machines where no engine for images works. Outside nothing changes.
#
#   sudo scripts/image-root.sh benchmarks.jar [ARGUMENT …]
#
# Exit code: that of the program; 77 if it cannot be done here, with the reason.
set -euo pipefail

cannot() {
  echo "image-root: cannot be done here: $*"
  exit 77
}

# Second half: inside a mount and PID namespace of its own.
if [ "${1-}" = --inside ]; then
  root=$2 jar=$3
  shift 3
  # Else a JVM finds no file store of the root.
  mount --rbind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount --rbind /sys "$root/sys"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  rm -f "$root/etc/resolv.conf"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  user=root folder=/ environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
  while read -r instruction words; do
    case $instruction in
      RUN) chroot "$root" env -i DEBIAN_FRONTEND=noninteractive ${http_proxy+http_proxy="$http_proxy"} \
        "${environment[@]}" sh -ec "$words" </dev/null >&2 ;;
      COPY) install -D --mode=0644 "$jar" "$root${words#* }" ;;
      ENV) read -ra more <<<"$words" && environment+=("${more[@]}") ;;
      USER) user=$words ;;
      WORKDIR) folder=$words ;;
      ENTRYPOINT) read -ra program < <(tr -d '[]",' <<<"$words") ;;
      FROM | ARG | LABEL | VOLUME) ;;
      *) echo "image-root: unknown instruction $instruction" >&2 && exit 2 ;;
    esac
  done < <(sed -e '/^#/d' -e ':a' -e '/\\$/{N;s/\\\n *//;ba' -e '}' "$(dirname "$0")/Dockerfile")
  exec chroot "$root" setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs \
    env -i --chdir="$folder" "${environment[@]}" HOME="/home/$user" "${program[@]}" "$@"
fi

jar=$(realpath "${1:?a jar}")
shift
[ "$(id -u)" = 0 ] || cannot 'it needs root'
command -v mmdebstrap >/dev/null || cannot 'mmdebstrap is not installed'
unshare --mount --pid --fork true || cannot 'no mount namespace'
release=$(sed -n 's/^FROM debian:\([a-z]*\).*/\1/p' "$(dirname "$0")/Dockerfile")
# On a disk: /tmp may be memory.
root=$(mktemp -d /var/tmp/storage-bench-image.XXXXXX)
trap 'rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"
mmdebstrap --quiet --variant=minbase "$release" "$root" >&2 || cannot "there is no Debian $release"
unshare --mount --pid --fork --kill-child -- "$0" --inside "$root" "$jar" "$@"
