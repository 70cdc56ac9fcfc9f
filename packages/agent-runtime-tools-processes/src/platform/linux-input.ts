import { readlinkSync } from 'node:fs';
import { read } from './linux-proc.ts';

/**
 * Whether one of these processes waits for input: blocked in `read` on the program's standard input or on a terminal, or
 * waiting in `select` or `epoll` for that and for no network connection. A process that waits in `poll` is not recognised,
 * because its descriptors cannot be seen. Undefined if the kernel does not show system calls.
 */
export function isReadingInput(root: number, pids: readonly number[]): boolean | undefined {
  const calls = CALLS[process.arch];
  if (calls === undefined) return undefined;
  const input = descriptorOf(root, 0);
  const isInput = (target: string | undefined): boolean =>
    target !== undefined && (target === input || TERMINAL.test(target));
  let isCallVisible = false;
  for (const pid of pids) {
    const call = read(`/proc/${pid}/syscall`);
    if (call === undefined) continue;
    isCallVisible = true;
    const [number = '', first = ''] = call.split(' ', 2);
    const argument = Number(first);
    if (calls.read.includes(number) && isInput(descriptorOf(pid, argument))) return true;
    // The first argument of `select` is the highest watched descriptor plus one.
    if (calls.select.includes(number) && argument === 1 && isInput(descriptorOf(pid, 0))) return true;
    if (calls.epoll.includes(number) && watchesInputAlone(pid, argument, isInput)) return true;
  }
  return isCallVisible ? false : undefined;
}

const TERMINAL = /^\/dev\/(?:pts\/\d+|tty\w*|console)$/;

interface WaitingCalls {
  readonly read: readonly string[];
  readonly select: readonly string[];
  readonly epoll: readonly string[];
}

const GENERIC_NUMBERS: WaitingCalls = { read: ['63', '65'], select: ['72'], epoll: ['22', '441'] };

/** System call numbers of `read`/`readv`, `select`/`pselect6` and the `epoll_wait` family, by architecture. */
const CALLS: Readonly<Partial<Record<NodeJS.Architecture, WaitingCalls>>> = {
  x64: { read: ['0', '19'], select: ['23', '270'], epoll: ['232', '281', '441'] },
  arm64: GENERIC_NUMBERS,
  riscv64: GENERIC_NUMBERS,
};

/** False if it also watches a socket: a server that reads its input as well is waiting for its clients. */
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
