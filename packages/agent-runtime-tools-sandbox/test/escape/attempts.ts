import type { CodeCall } from './run-as.ts';
import type { Host } from './host.ts';

/** An attempt to get out. The code prints ESCAPED when it worked, or TOP-SECRET where it read what it must not. */
export interface Attempt {
  readonly name: string;
  readonly call: (host: Host) => CodeCall;
}

/** Python that tries things one by one and tells of each that worked. */
function python(...tries: string[]): string {
  const indent = (text: string): string => text.replaceAll(/^/gm, '  ');
  const each = tries.map(
    (code) => `try:\n${indent(code)}\n  print("ESCAPED")\nexcept Exception as e:\n  print("refused", repr(e))`,
  );
  return ['import os, socket, signal, ctypes, errno', SYSCALL, ...each, 'print("tried")'].join('\n');
}

/** Calls the kernel by number and fails with what it says. */
const SYSCALL = `
libc = ctypes.CDLL(None, use_errno=True)
ARM = os.uname().machine == "aarch64"
def call(x64, arm64, *args):
  number = arm64 if ARM else x64
  if number is None: raise OSError(1, "no such call here")
  if libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args]) < 0:
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
`;

const py = (name: string, tries: (host: Host) => readonly string[]): Attempt => ({
  name,
  call: (host) => ({ language: 'python', code: python(...tries(host)), timeout: 20 }),
});

export const attempts: readonly Attempt[] = [
  py('reads a secret outside', ({ secret, outside }) => [
    `print(open(${JSON.stringify(secret)}).read())`,
    `print(os.listdir(${JSON.stringify(outside)}))`,
    'print(open("/etc/shadow").read())',
    'print(os.listdir("/root")); raise OSError if not os.listdir("/root") else 0',
  ]),
  py('writes outside', ({ outside }) => [
    `open(${JSON.stringify(`${outside}/new.txt`)}, "w").write("x")`,
    `open(${JSON.stringify(`${outside}/target.txt`)}, "w").write("x")`,
    'open("/usr/bin/escaped", "w").write("x")',
    'open("/escaped", "w").write("x")',
    'open("/etc/escaped", "w").write("x")',
    'open("/dev/escaped", "w").write("x")',
    'open("/proc/sys/kernel/core_pattern", "w").write("|/bin/true")',
    'open("/proc/sysrq-trigger", "w").write("h")',
  ]),
  py('follows a planted link', () => [
    'print(open("link.txt").read())',
    'print(open("link-folder/secret.txt").read())',
    'open("link-folder/target.txt", "w").write("x")',
    'os.symlink("/proc/1/root", "own-link"); print(os.listdir("own-link/home")); print(open("own-link/etc/shadow").read())',
  ]),
  py('sees hidden and secret files of the workspace', () => [
    'text = open("hidden.env").read(); print(text); assert text',
    'print(open("private/key").read())',
    'print(open(".ssh/id").read())',
    'os.rename("private", "public"); print(open("public/key").read())',
    'os.link("hidden.env", "copy.env"); text = open("copy.env").read(); print(text); assert text',
    'os.unlink("hidden.env"); text = open("hidden.env").read(); assert text',
  ]),
  py('reaches loopback, the network and Unix sockets', ({ port, abstractName, root }) => [
    `s = socket.create_connection(("127.0.0.1", ${port}), 2); print(s.recv(100).decode())`,
    's = socket.create_connection(("192.0.2.1", 80), 2)',
    'socket.getaddrinfo("example.com", 80)',
    `s = socket.socket(socket.AF_UNIX); s.connect("\\0${abstractName}"); print(s.recv(100).decode())`,
    `s = socket.socket(socket.AF_UNIX); s.connect(${JSON.stringify(`${root}/host.sock`)}); print(s.recv(100).decode())`,
    'a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)',
    's = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)',
    's = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12)',
    's = socket.socket(40, socket.SOCK_STREAM)',
    's = socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)',
  ]),
  py('debugs and signals processes of the host', ({ victim }) => [
    `os.kill(${victim}, signal.SIGKILL)`,
    'call(101, 117, 16, 1, 0, 0)',
    `call(101, 117, 16, ${victim}, 0, 0)`,
    'call(310, 270, 1, 0, 0, 0, 0, 0)',
    'call(438, 438, 3, 0, 0)',
    `print(open("/proc/${victim}/environ").read())`,
  ]),
  py('mounts, and makes namespaces', () => [
    'call(165, 40, ctypes.c_char_p(b"none"), ctypes.c_char_p(b"/tmp"), ctypes.c_char_p(b"tmpfs"), 0, 0)',
    'call(166, 39, ctypes.c_char_p(b"/tmp"), 2)',
    'call(272, 97, 0x10000000)',
    'call(272, 97, 0x00020000)',
    'call(56, 220, 0x10000000 | 17, 0, 0, 0, 0)',
    'call(435, 435, 0, 0)',
    'call(308, 268, 0, 0)',
    'call(430, 430, ctypes.c_char_p(b"tmpfs"), 0)',
    'call(428, 428, -100, ctypes.c_char_p(b"/"), 1)',
    'call(155, 41, ctypes.c_char_p(b"/tmp"), ctypes.c_char_p(b"/tmp"))',
  ]),
  py('uses interfaces of the kernel', () => [
    'call(321, 280, 0, 0, 0)',
    'call(298, 241, 0, 0, -1, -1, 0)',
    'call(323, 282, 0)',
    'call(250, 219, 0, -3, 0)',
    'call(248, 217, ctypes.c_char_p(b"user"), ctypes.c_char_p(b"k"), ctypes.c_char_p(b"v"), 1, -3)',
    'call(425, 425, 8, 0)',
    'call(304, 265, 0, 0, 0)',
    'call(175, 105, 0, 0, 0)',
    'call(246, 104, 0, 0, 0, 0)',
    'call(319, 279, ctypes.c_char_p(b"x"), 0)',
    'call(16, 29, 0, 0x5412, ctypes.c_char_p(b"x"))',
    'call(16, 29, os.openpty()[1], 0x5423, ctypes.byref(ctypes.c_int(0)))',
    'open("/dev/mem", "rb").read(1)',
    'open("/dev/kmsg", "rb").read(1)',
  ]),
  py('makes files that give its rights to others', () => [
    'open("s", "w").close(); os.chmod("s", 0o4755)',
    'os.mkdir("d", 0o2755); os.chmod("d", 0o2755)',
    'os.close(os.open("t", os.O_CREAT | os.O_WRONLY, 0o4755))',
    'os.mknod("dev", 0o20666, os.makedev(1, 3))',
  ]),
  py('writes what makes git and editors run programs', () => [
    'open(".git/hooks/pre-commit", "w").write("x")',
    'open(".git/hooks/post-commit", "w").write("x")',
    'open(".git/config", "a").write("[core]\\nfsmonitor = touch MARK\\n")',
    'os.rename(".git/hooks", ".git/hooks2")',
    'os.rename(".git", ".git2")',
    'os.unlink(".git/config")',
    'open("sub/.git/config", "a").write("x")',
    'open("sub/.git/hooks/x", "w").write("x")',
    'os.rename("sub", "sub2")',
    'open(".vscode/tasks.json", "w").write("x")',
    'os.rename(".vscode", "other")',
    'open(".toolignore", "w").write("")',
    'os.unlink(".toolignore")',
  ]),
  py('looks for what the host left open', ({ secret }) => [
    'assert [fd for fd in os.listdir("/proc/self/fd") if int(fd) > 2 and os.path.exists("/proc/self/fd/" + fd)]',
    'print(os.listdir("/proc/1/root/root")); print(open("/proc/1/root/etc/shadow").read())',
    'os.write(os.open("/proc/1/fd/8", os.O_WRONLY), b"{}")',
    'os.write(os.open("/proc/1/fd/4", os.O_WRONLY), b"x" * 8)',
    'open("/proc/1/mem", "r+b").seek(0x400000); open("/proc/1/mem", "r+b").read(1)',
    'open("/proc/1/oom_score_adj", "w").write("-1000")',
    `print(os.readlink("/proc/1/cwd") if os.path.exists("/proc/1/cwd" + ${JSON.stringify(secret)}) else 1 / 0)`,
    'assert "SSH_AUTH_SOCK" in open("/proc/1/environ").read() or "HOME=/root" in open("/proc/1/environ").read()',
  ]),
  py('talks to the services of the host', () => [
    's = socket.socket(socket.AF_UNIX); s.connect("/run/docker.sock")',
    's = socket.socket(socket.AF_UNIX); s.connect("/run/dbus/system_bus_socket")',
    's = socket.socket(socket.AF_UNIX); s.connect("/run/systemd/private")',
    'assert [n for n in os.listdir("/run") if n != "toolbox"]',
    'call(240, 180, ctypes.c_char_p(b"host-queue"), 0, 0, 0)',
    'call(29, 194, 42, 4096, 0o1600)',
  ]),
  py('raises its own limits and rights', () => [
    'import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (65536, 65536))',
    'import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))',
    'import resource; resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))',
    'os.setuid(0)',
    'os.setgroups([0])',
    'os.nice(-5)',
    'os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))',
    'os.chroot("/tmp")',
    'os.chown("a.txt", 0, 0)',
    'os.setxattr("a.txt", "security.capability", b"\\x01\\x00\\x00\\x02" + b"\\xff" * 16)',
    'import socket; socket.sethostname("escaped")',
    'import time; time.clock_settime(time.CLOCK_REALTIME, 0)',
  ]),
];
