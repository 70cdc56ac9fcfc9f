import { describe, expect, it } from 'vitest';
import { seccompFilter } from '../../src/seccomp/seccomp-filter.ts';
import { seccompRules } from '../../src/seccomp/seccomp-rules.ts';
import type { ArgumentCondition } from '../../src/seccomp/seccomp-rules.ts';
import { AUDIT_ARCHITECTURES, syscallNumber } from '../../src/seccomp/syscall-numbers.ts';
import type { SeccompArchitecture, SyscallName } from '../../src/seccomp/syscall-numbers.ts';

const ALLOWED = 0x7fff_0000;
const KILLED = 0x8000_0000;
const refused = (errno: number): number => 0x0005_0000 | errno;

/** The kernel's machine for such filters, as far as ours use it. */
function verdict(filter: Uint8Array, machine: number, number: number, args: readonly number[] = []): number {
  const code = Buffer.from(filter);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number >>> 0, 0);
  data.writeUInt32LE(machine >>> 0, 4);
  for (const [index, arg] of args.entries()) data.writeUInt32LE(arg >>> 0, 16 + index * 8);
  let accumulator = 0;
  for (let at = 0; at < code.length / 8; at += 1) {
    const k = code.readUInt32LE(at * 8 + 4);
    const jump = (holds: boolean): number => code.readUInt8(at * 8 + (holds ? 2 : 3));
    switch (code.readUInt16LE(at * 8)) {
      case 0x20:
        accumulator = data.readUInt32LE(k);
        break;
      case 0x45:
        at += jump((accumulator & k) !== 0);
        break;
      case 0x15:
        at += jump(accumulator === k);
        break;
      case 0x35:
        at += jump(accumulator >= k);
        break;
      case 0x06:
        return k;
      default:
        throw new Error(`An unknown instruction at ${at}.`);
    }
  }
  throw new Error('The filter has no end.');
}

function isMet(condition: ArgumentCondition, args: readonly number[]): boolean {
  const value = args[condition.arg] ?? 0;
  if ('is' in condition) return value === condition.is;
  return 'isNot' in condition ? value !== condition.isNot : (value & condition.hasAny) !== 0;
}

describe.for(['x64', 'arm64'] as const)('the filter for %s', (architecture: SeccompArchitecture) => {
  const filter = seccompFilter({ unixSockets: false }, architecture) ?? new Uint8Array();
  const open = seccompFilter({ unixSockets: true }, architecture) ?? new Uint8Array();
  const machine = AUDIT_ARCHITECTURES[architecture];
  const ask = (name: SyscallName, args: readonly number[] = [], given = filter): number =>
    verdict(given, machine, syscallNumber(name, architecture) ?? Number.NaN, args);

  it('refuses system calls that no program inside needs', () => {
    for (const name of [
      'ptrace',
      'mount',
      'umount2',
      'keyctl',
      'bpf',
      'setns',
      'open_by_handle_at',
      'userfaultfd',
    ] as const) {
      expect(ask(name)).toBe(refused(1));
    }
    expect(ask('clone3')).toBe(refused(38));
    expect(ask('fallocate')).toBe(refused(95));
  });

  it('allows new processes and threads, but no namespaces', () => {
    expect(ask('clone', [17])).toBe(ALLOWED);
    expect(ask('clone', [0x003d_0f00])).toBe(ALLOWED);
    for (const flag of [0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000]) {
      expect(ask('clone', [17 | flag])).toBe(refused(1));
      expect(ask('unshare', [flag])).toBe(refused(1));
    }
    expect(ask('unshare', [0x200])).toBe(ALLOWED);
  });

  it('allows internet sockets, and of other families only socket pairs', () => {
    expect([2, 10].map((family) => ask('socket', [family, 1, 0]))).toEqual([ALLOWED, ALLOWED]);
    expect(ask('socket', [16, 3, 0])).toBe(ALLOWED);
    expect(ask('socket', [16, 3, 12])).toBe(refused(1));
    expect([1, 0, 17, 31, 38, 40].map((family) => ask('socket', [family, 1, 0]))).toEqual(Array(6).fill(refused(1)));
    expect(ask('socketpair', [1, 1 | 0x8_0800, 0])).toBe(ALLOWED);
    expect(ask('socketpair', [1, 2, 0])).toBe(refused(1));
    expect(ask('socket', [1, 1, 0], open)).toBe(ALLOWED);
    expect(ask('socketpair', [1, 2, 0], open)).toBe(ALLOWED);
    expect(ask('socket', [40, 1, 0], open)).toBe(refused(1));
  });

  it('refuses setuid bits, and input into terminals', () => {
    expect(ask('fchmod', [3, 0o755])).toBe(ALLOWED);
    expect(ask('fchmod', [3, 0o4755])).toBe(refused(1));
    expect(ask('fchmodat', [3, 0, 0o2755])).toBe(refused(1));
    expect(ask('openat', [0, 0, 0x41, 0o644])).toBe(ALLOWED);
    expect(ask('openat', [0, 0, 0x41, 0o4644])).toBe(refused(1));
    expect(ask('openat', [0, 0, 0, 0o4644])).toBe(ALLOWED);
    expect(ask('ioctl', [0, 0x5413])).toBe(ALLOWED);
    expect(ask('ioctl', [0, 0x5412])).toBe(refused(1));
    expect(ask('personality', [0xffff_ffff])).toBe(ALLOWED);
    expect(ask('personality', [0x8])).toBe(refused(1));
  });

  it('decides every system call number as the rules say', () => {
    const sets = [[], [1, 1, 1, 1], [16, 3, 12], [0, 0o4755, 0o4755, 0o4755], [0x1000_0000], [0, 0x5412], [0, 0x541c]];
    const wrong: string[] = [];
    for (const unixSockets of [false, true]) {
      const given = unixSockets ? open : filter;
      const rules = seccompRules({ unixSockets });
      for (let number = 0; number < 600; number += 1) {
        const own = rules.filter(({ calls }) => calls.some((call) => syscallNumber(call, architecture) === number));
        for (const args of sets) {
          const rule = own.find(({ when = [] }) => when.every((condition) => isMet(condition, args)));
          const expected = rule === undefined ? ALLOWED : refused(rule.errno);
          if (verdict(given, machine, number, args) !== expected) wrong.push(`${number} with ${args.join()}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('kills a program that uses the ABI of another architecture, and no other', () => {
    expect(verdict(filter, 0x4000_0003, 11)).toBe(KILLED);
    expect(verdict(filter, machine, 0)).toBe(ALLOWED);
    expect(verdict(filter, machine, 63)).toBe(ALLOWED);
    expect(verdict(filter, machine, 0x4000_0000 | 59)).toBe(architecture === 'x64' ? KILLED : ALLOWED);
  });
});

describe('seccompFilter', () => {
  it('returns none for an unknown architecture', () => {
    expect(seccompFilter({ unixSockets: false }, 'riscv64')).toBeUndefined();
  });
});
