import { readlinkSync } from 'node:fs';
import { read } from './linux-proc.ts';

/**
 * Whether one of these processes is blocked in `read` on the standard input that the program was given. A program
 * that waits in `poll` or `epoll` cannot be told from one that waits for something else.
 */
export function isReadingInput(root: number, pids: readonly number[]): boolean | undefined {
  const input = descriptorOf(root, 0);
  const readCall = READ_CALLS[process.arch];
  if (readCall === undefined) return undefined;
  let told = false;
  for (const pid of pids) {
    const call = read(`/proc/${pid}/syscall`);
    if (call === undefined) continue;
    told = true;
    const [number, descriptor] = call.split(' ', 2);
    if (number !== readCall || descriptor === undefined) continue;
    const target = descriptorOf(pid, Number(descriptor));
    if (input === undefined ? Number(descriptor) === 0 : target === input) return true;
  }
  return told ? false : undefined;
}

/** The number of the system call `read`, by architecture. */
const READ_CALLS: Readonly<Partial<Record<NodeJS.Architecture, string>>> = { x64: '0', arm64: '63', riscv64: '63' };

function descriptorOf(pid: number, descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
