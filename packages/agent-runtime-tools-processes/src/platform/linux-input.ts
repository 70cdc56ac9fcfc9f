import { readlinkSync } from 'node:fs';
import { read } from './linux-proc.ts';

/**
 * Whether one of these processes is idle until somebody types: blocked in `read` on the standard input that the
 * program was given or on a terminal, or waiting for that and no other connection. One that waits in `poll` cannot be
 * told from one that waits for something else. Undefined where the system does not tell.
 */
export function isReadingInput(root: number, pids: readonly number[]): boolean | undefined {
  const calls = CALLS[process.arch];
  if (calls === undefined) return undefined;
  const input = descriptorOf(root, 0);
  const isInput = (target: string | undefined): boolean =>
    target !== undefined && (target === input || TERMINAL.test(target));
  let told = false;
  for (const pid of pids) {
    const call = read(`/proc/${pid}/syscall`);
    if (call === undefined) continue;
    told = true;
    const [number = '', first = ''] = call.split(' ', 2);
    const argument = Number(first);
    if (calls.read.includes(number) && isInput(descriptorOf(pid, argument))) return true;
    // The first argument of `select` is one more than the highest descriptor it looks at.
    if (calls.select.includes(number) && argument === 1 && isInput(descriptorOf(pid, 0))) return true;
    if (calls.epoll.includes(number) && watchesInputAlone(pid, argument, isInput)) return true;
  }
  return told ? false : undefined;
}

const TERMINAL = /^\/dev\/(?:pts\/\d+|tty\w*|console)$/;

interface WaitingCalls {
  readonly read: readonly string[];
  readonly select: readonly string[];
  readonly epoll: readonly string[];
}

const NEWER: WaitingCalls = { read: ['63', '65'], select: ['72'], epoll: ['22', '441'] };

/** The numbers of `read` and `readv`, `select` and `pselect6`, `epoll_wait` and its relatives, by architecture. */
const CALLS: Readonly<Partial<Record<NodeJS.Architecture, WaitingCalls>>> = {
  x64: { read: ['0', '19'], select: ['23', '270'], epoll: ['232', '281', '441'] },
  arm64: NEWER,
  riscv64: NEWER,
};

/** A server that also listens to its input waits for its clients. */
function watchesInputAlone(pid: number, epoll: number, isInput: (target: string | undefined) => boolean): boolean {
  let watchesInput = false;
  for (const [, descriptor] of (read(`/proc/${pid}/fdinfo/${epoll}`) ?? '').matchAll(/^tfd:\s*(\d+)/gm)) {
    const target = descriptorOf(pid, Number(descriptor));
    if (isInput(target)) watchesInput = true;
    else if (Number(descriptor) > 2 && target?.startsWith('socket:')) return false;
  }
  return watchesInput;
}

function descriptorOf(pid: number, descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
