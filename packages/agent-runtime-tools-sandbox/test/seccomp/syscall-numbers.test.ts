import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seccompRules } from '../../src/seccomp/seccomp-rules.ts';
import { AUDIT_ARCHITECTURES, syscallNumber } from '../../src/seccomp/syscall-numbers.ts';
import type { SyscallName } from '../../src/seccomp/syscall-numbers.ts';

type KernelNumbers = Readonly<Record<SyscallName, readonly [number | null, number | null]>>;

/** Of every system call by name, on x64 and on arm64, taken from the kernel's headers. */
const numbers = JSON.parse(readFileSync(join(import.meta.dirname, 'kernel-numbers.json'), 'utf8')) as KernelNumbers;
const names = Object.keys(numbers) as SyscallName[];

describe('the numbers of system calls', () => {
  it.each(names)('of %s are the kernel’s', (name) => {
    const [x64, arm64] = numbers[name];
    expect(syscallNumber(name, 'x64') ?? null).toBe(x64);
    expect(syscallNumber(name, 'arm64') ?? null).toBe(arm64);
  });

  it('are known for every system call that a rule is about', () => {
    const rules = [...seccompRules({ unixSockets: false }), ...seccompRules({ unixSockets: true })];
    const ruled = new Set(rules.flatMap(({ calls }) => calls));
    expect([...ruled].toSorted()).toEqual(names.toSorted());
  });

  it('belong to the architectures that the kernel names', () => {
    expect(AUDIT_ARCHITECTURES).toEqual({ x64: 0xc000_003e, arm64: 0xc000_00b7 });
  });

  it('are those of this system’s headers, where it has them', () => {
    const headers = '/usr/include/x86_64-linux-gnu/asm/unistd_64.h';
    const text = existsSync(headers) ? readFileSync(headers, 'utf8') : '';
    const defined = Array.from(text.matchAll(/#define __NR_(\w+)\s+(\d+)/g), ([, name, number]) => `${name} ${number}`);
    const told = new Set(defined.map((line) => line.split(' ')[0]));
    const ours = names.filter((name) => told.has(name)).map((name) => `${name} ${syscallNumber(name, 'x64')}`);
    expect(ours.filter((line) => !defined.includes(line))).toEqual([]);
  });
});
