import type { SyscallName } from './syscall-numbers.ts';

/** Makes system calls fail with an error number: always, or if all conditions on their arguments are true. */
export interface SeccompRule {
  readonly calls: readonly SyscallName[];
  readonly errno: number;
  readonly when?: readonly ArgumentCondition[];
}

/** A condition on the lower 32 bits of an argument. */
export type ArgumentCondition =
  | { readonly arg: number; readonly is: number }
  | { readonly arg: number; readonly isNot: number }
  | { readonly arg: number; readonly hasAny: number };

export interface SeccompOptions {
  /** Allows Unix sockets, including the host's sockets in the workspace and, with the network, abstract sockets. */
  readonly unixSockets: boolean;
}

/** Refuses system calls that ordinary programs do not need and that were used in sandbox escapes. */
export function seccompRules({ unixSockets }: SeccompOptions): readonly SeccompRule[] {
  return [...ALWAYS, ...socketRules(unixSockets), ...SETUID_RULES];
}

const EPERM = 1;
const ENOSYS = 38;
const EOPNOTSUPP = 95;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e02_0000;
const CLONE_NEWTIME = 0x80;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const TIOCSETD = 0x5423;
const ADDR_NO_RANDOMIZE = 0x0004_0000;
const ASK_PERSONALITY = 0xffff_ffff;

const ALWAYS: readonly SeccompRule[] = [
  // Reading and debugging other processes.
  { calls: ['ptrace', 'process_vm_readv', 'process_vm_writev', 'kcmp', 'pidfd_getfd'], errno: EPERM },
  // Mounts, old and new style.
  { calls: ['mount', 'umount2', 'pivot_root', 'fsopen', 'fsconfig', 'fsmount', 'fspick'], errno: EPERM },
  { calls: ['move_mount', 'open_tree', 'open_tree_attr', 'mount_setattr'], errno: EPERM },
  // Opening files by handle, which bypasses all paths.
  { calls: ['open_by_handle_at', 'name_to_handle_at'], errno: EPERM },
  // A new user namespace grants all capabilities inside it, which expose most of the kernel.
  { calls: ['setns'], errno: EPERM },
  { calls: ['unshare'], errno: EPERM, when: [{ arg: 0, hasAny: NEW_NAMESPACES | CLONE_NEWTIME }] },
  { calls: ['clone'], errno: EPERM, when: [{ arg: 0, hasAny: NEW_NAMESPACES }] },
  // Their flags are in memory, where a filter cannot read them. With ENOSYS, libraries use the older calls.
  { calls: ['clone3', 'openat2'], errno: ENOSYS },
  // Parts of the kernel with a history of vulnerabilities.
  { calls: ['bpf', 'perf_event_open', 'userfaultfd', 'keyctl', 'add_key', 'request_key'], errno: EPERM },
  { calls: ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'fanotify_init'], errno: EPERM },
  { calls: ['init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load'], errno: EPERM },
  { calls: ['reboot', 'swapon', 'swapoff', 'acct', 'quotactl', 'quotactl_fd', 'syslog', 'vhangup'], errno: EPERM },
  { calls: ['settimeofday', 'clock_settime', 'clock_adjtime', 'adjtimex'], errno: EPERM },
  { calls: ['iopl', 'ioperm', 'modify_ldt', 'uselib', 'ustat', 'sysfs', '_sysctl'], errno: EPERM },
  { calls: ['lookup_dcookie', 'nfsservctl'], errno: EPERM },
  {
    calls: ['personality'],
    errno: EPERM,
    when: [
      { arg: 0, isNot: 0 },
      { arg: 0, isNot: ADDR_NO_RANDOMIZE },
      { arg: 0, isNot: ASK_PERSONALITY },
    ],
  },
  // Inserting input into a terminal.
  { calls: ['ioctl'], errno: EPERM, when: [{ arg: 1, is: TIOCSTI }] },
  { calls: ['ioctl'], errno: EPERM, when: [{ arg: 1, is: TIOCLINUX }] },
  // Line disciplines are kernel drivers that are loaded on request.
  { calls: ['ioctl'], errno: EPERM, when: [{ arg: 1, is: TIOCSETD }] },
  // Memory and disk space that no limit of a process counts.
  { calls: ['memfd_create', 'memfd_secret', 'shmget', 'msgget', 'semget'], errno: EPERM },
  { calls: ['fallocate'], errno: EOPNOTSUPP },
];

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;
const SOCK_STREAM = 1;

function socketRules(unixSockets: boolean): readonly SeccompRule[] {
  const families = [AF_INET, AF_INET6, AF_NETLINK, ...(unixSockets ? [AF_UNIX] : [])];
  const others = families.map((family) => ({ arg: 0, isNot: family }));
  const notRoute = [
    { arg: 0, is: AF_NETLINK },
    { arg: 2, isNot: NETLINK_ROUTE },
  ];
  return [
    { calls: ['socket'], errno: EPERM, when: others },
    { calls: ['socket'], errno: EPERM, when: notRoute },
    { calls: ['socketpair'], errno: EPERM, when: [{ arg: 0, isNot: AF_UNIX }] },
    // One end of a pair of datagram sockets can be connected to any other Unix socket.
    ...(unixSockets ? [] : [{ calls: ['socketpair'], errno: EPERM, when: notStream() } satisfies SeccompRule]),
  ];
}

/** SOCK_CLOEXEC and SOCK_NONBLOCK may be added to a type. */
function notStream(): readonly ArgumentCondition[] {
  const SOCK_CLOEXEC = 0x8_0000;
  const SOCK_NONBLOCK = 0x800;
  return [0, SOCK_CLOEXEC, SOCK_NONBLOCK, SOCK_CLOEXEC | SOCK_NONBLOCK].map((flags) => ({
    arg: 1,
    isNot: SOCK_STREAM | flags,
  }));
}

/** O_CREAT, and the bit of O_TMPFILE that is not O_DIRECTORY. */
const CREATES = 0x40 | 0x40_0000;
const SETUID_BITS = 0o6000;

/** A setuid file would give this user's permissions to other users of the machine. */
const SETUID_RULES: readonly SeccompRule[] = [
  { calls: ['chmod', 'fchmod', 'mkdir', 'mknod', 'creat'], errno: EPERM, when: [{ arg: 1, hasAny: SETUID_BITS }] },
  {
    calls: ['fchmodat', 'fchmodat2', 'mkdirat', 'mknodat'],
    errno: EPERM,
    when: [{ arg: 2, hasAny: SETUID_BITS }],
  },
  {
    calls: ['open'],
    errno: EPERM,
    when: [
      { arg: 1, hasAny: CREATES },
      { arg: 2, hasAny: SETUID_BITS },
    ],
  },
  {
    calls: ['openat'],
    errno: EPERM,
    when: [
      { arg: 2, hasAny: CREATES },
      { arg: 3, hasAny: SETUID_BITS },
    ],
  },
];
