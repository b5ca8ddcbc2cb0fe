"""A booted system in namespaces: real systemd, units, users and commands.

Its root is that of this machine, or a folder, with a layer above, which is lost at the end. So it
changes no file of this machine. It runs the units of the test alone, without those of a boot, and
has a network of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

from proxies import WITH_PARENT
from server import finished
from web import until

SYSTEMD = Path("/lib/systemd/systemd")
NAMESPACES = ("--mount", "--pid", "--uts", "--ipc", "--cgroup", "--net")

# The arguments are a folder for the layer, a control group, a folder to copy to `CLONE`, and the
# root.
CLONE = "/root/clone"
BOOT = f"""
mount --make-rprivate /
ip link set lo up
mount -t tmpfs tmpfs "$1"
cd "$1"
mkdir layer work root
mount -t overlay overlay root -o "lowerdir=$4,upperdir=$PWD/layer,workdir=$PWD/work"
cp -r "$3" "root{CLONE}"
cd root
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs dev
mkdir dev/pts dev/shm dev/mqueue dev/hugepages
mount -t devpts devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mount -t proc proc proc
# The settings of the kernel are those of this machine, too.
for place in proc/sys proc/sysrq-trigger; do
  [ -e "$place" ] || continue
  mount --bind "$place" "$place"
  mount -o remount,bind,ro "$place"
done
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
# In a container packages start nothing.
rm -f usr/sbin/policy-rc.d
# The units of a boot, which would clear /tmp and set up the kernel.
rm -rf etc/systemd/system usr/lib/systemd/system/*.wants usr/lib/systemd/system-generators
mkdir etc/systemd/system
printf '[Unit]\\nDescription=Booted\\n' > etc/systemd/system/booted.target
mkdir before
pivot_root . before
umount --lazy /before
exec env --ignore-environment "PATH=$PATH" container=tests \\
  setpriv --bounding-set=-sys_boot,-sys_module,-sys_rawio,-sys_time,-syslog \\
  /lib/systemd/systemd --system --unit=booted.target
"""
# The group is made before the namespaces, whose root it becomes.
UNSHARE = 'mkdir "$2"; echo $$ > "$2/cgroup.procs"; exec "${@:5}" "$1" "$2" "$3" "$4"'


def obstacle() -> str | None:
    """The reason for which no system can be booted here."""
    if os.geteuid() != 0:
        return "only root can boot a system"
    if not SYSTEMD.exists() or shutil.which("adduser") is None:
        return "systemd or adduser is not installed"
    if control_groups() is None:
        return "there is no second version of control groups"
    said = finished(
        ["unshare", *NAMESPACES, "--fork", "sh", "-c", "mount -t tmpfs tmpfs /mnt && cd /mnt && "
         "mkdir a b c && mount -t overlay overlay c -o lowerdir=/,upperdir=a,workdir=b"]
    )  # fmt: skip
    return said.stderr.strip() if said.returncode else None


def control_groups() -> Path | None:
    """The folder of all control groups."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    return next((Path(mount[1]) for mount in mounts if mount[2] == "cgroup2"), None)


class Booted:
    """A booted system. Ended by process id, with all its processes."""

    def __init__(self, folder: Path, clone: Path, root: Path = Path("/")) -> None:
        groups = control_groups()
        assert groups
        self._group = groups / f"fieldguide-{os.getpid()}-{time.monotonic_ns()}"
        layer = folder / "layer"
        layer.mkdir()
        self._log = (folder / "boot.log").open("w+b")
        self._process = subprocess.Popen(
            [*WITH_PARENT, "bash", "-euc", UNSHARE, "bash", layer, self._group, clone, root,
             "unshare", *NAMESPACES, "--fork", "--kill-child", "bash", "-euc", BOOT, "bash"],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        try:
            until(lambda: self.ask("systemctl is-system-running") == "running", within=30)
        except BaseException:
            self.end()
            raise

    def _enter(self, command: str, said: str) -> subprocess.CompletedProcess[str]:
        assert self._process.poll() is None, (self._log.seek(0), self._log.read())
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        first = (children.read_text().split() or ["none"])[0]
        return finished(
            ["nsenter", f"--target={first}", *NAMESPACES,
             "bash", "-euo", "pipefail", "-c", f"cd {CLONE}\n{command}"],
            input=said, timeout=120,
        )  # fmt: skip

    def ask(self, command: str, *, said: str = "") -> str:
        """Runs a command that may fail, and returns what it says."""
        return self._enter(command, said).stdout.strip()

    def fails(self, command: str) -> bool:
        """Runs a command, and returns true if it fails."""
        return self._enter(command, "").returncode != 0

    def run(self, command: str, *, said: str = "") -> str:
        """Runs a command, and returns what it says."""
        ran = self._enter(command, said)
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
        return ran.stdout

    def end(self) -> None:
        """Powers the system off."""
        self._process.kill()
        self._process.wait()
        self._log.close()

        until(self._is_group_removed, within=20)

    def _is_group_removed(self) -> bool:
        """Removes the control groups, unless a process is still ending."""
        try:
            for group in sorted(self._group.rglob("*/"), reverse=True):
                group.rmdir()
            self._group.rmdir()
        except OSError:
            return False
        return True
