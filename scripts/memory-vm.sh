#!/bin/sh
# Tests memory limits on cgroup v2 in a virtual machine: a Debian with systemd, as root and as users with and
# without a session. Prints a line for each check of memory-vm-guest.sh: "pass NAME" or "FAIL NAME: what was found".
#   scripts/memory-vm.sh [benchmarks.jar] [bookworm (Linux 6.1) | trixie (6.12, needs QEMU 10)]
# Ends with 0 if all pass, 1 if not, 77 where it cannot run. The image (700 MB) is kept in
# ${STORAGE_BENCH_VM:-~/.cache/storage-bench-vm}; building it needs root, and Debian's packages from $MIRROR if set.
# ACCEL=kvm is faster where it works.
set -eu
jar=$(realpath "${1:-benchmarks.jar}")
suite=${2:-bookworm}
scripts=$(dirname "$(realpath "$0")")
home=${STORAGE_BENCH_VM:-${XDG_CACHE_HOME:-$HOME/.cache}/storage-bench-vm}
skip() { echo "skipped: $1"; exit 77; }

for tool in qemu-system-x86_64 mmdebstrap mke2fs; do
  command -v $tool > /dev/null || skip "$tool is not installed (apt install qemu-system-x86 mmdebstrap e2fsprogs)"
done
qemu=$(qemu-system-x86_64 --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
[ "$suite" = bookworm ] || [ "$qemu" -ge 10 ] || skip "Linux 6.12 panics under QEMU $qemu; 10 or newer is needed"

mkdir -p "$home"
cd "$home"
if [ ! -e "$suite.img" ]; then
  [ "$(id -u)" = 0 ] || skip "$home/$suite.img does not exist, and making it needs root"
  rm -rf "$suite.root"
  # shellcheck disable=SC2016 # $1 is mmdebstrap's: the root folder
  mmdebstrap --quiet --variant=minbase \
    --include=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,default-jre-headless,procps,kmod \
    --include=libstdc++6,util-linux,login,passwd,initramfs-tools,linux-image-cloud-amd64 \
    --customize-hook='printf "virtio_pci\nvirtio_blk\next4\n" >> "$1/etc/initramfs-tools/modules"' \
    --customize-hook='chroot "$1" update-initramfs -u' \
    --customize-hook='chroot "$1" useradd --create-home --shell /bin/sh bench' \
    --customize-hook='mkdir "$1/data" && echo "LABEL=root / ext4 defaults 0 1
LABEL=data /data ext4 defaults 0 2" > "$1/etc/fstab"' \
    --customize-hook='printf "[Unit]\nAfter=multi-user.target\n[Service]\nType=oneshot\nExecStart=/bin/sh /data/memory-vm-guest.sh\nExecStopPost=systemctl poweroff\nStandardOutput=tty\nStandardError=tty\nTTYPath=/dev/ttyS0\n[Install]\nWantedBy=graphical.target\n" > "$1/etc/systemd/system/memory-vm.service" && chroot "$1" systemctl enable memory-vm.service' \
    --customize-hook='chroot "$1" systemctl disable apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer' \
    "$suite" "$suite.root" ${MIRROR:+"$MIRROR"} >&2
  cp "$suite.root"/boot/vmlinuz-* "$suite.kernel"
  cp "$suite.root"/boot/initrd.img-* "$suite.initrd"
  mke2fs -q -t ext4 -L root -d "$suite.root" "$suite.part" 1500M >&2
  mv "$suite.part" "$suite.img"
  rm -rf "$suite.root"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/data"
ln "$jar" "$work/data/benchmarks.jar" 2> /dev/null || cp "$jar" "$work/data/benchmarks.jar"
cp "$scripts/memory-vm-guest.sh" "$work/data"
mke2fs -q -t ext4 -L data -d "$work/data" "$work/data.img" 1500M >&2
# One thread emulates both processors: with one for each, JVMs that replaced compiled methods died of SIGSEGV at the
# entry of such methods (QEMU 7.2), probably because a method was read while another thread was changing it.
timeout 1800 qemu-system-x86_64 -machine q35 -accel "${ACCEL:-tcg,thread=single}" -cpu max -smp 2 -m 3072 \
  -kernel "$suite.kernel" -initrd "$suite.initrd" \
  -append "root=LABEL=root ro quiet console=ttyS0 systemd.condition-first-boot=no mitigations=off systemd.show_status=no systemd.mask=serial-getty@ttyS0.service" \
  -drive "file=$suite.img,if=virtio,format=raw,snapshot=on" -drive "file=$work/data.img,if=virtio,format=raw" \
  -nic none -display none -monitor none -serial stdio -no-reboot < /dev/null | sed -u 's|\r||' | tee "$work/out"
grep -q '^end of checks$' "$work/out" || { echo "FAIL machine: it ended before its checks did"; exit 1; }
! grep -q '^FAIL' "$work/out"
