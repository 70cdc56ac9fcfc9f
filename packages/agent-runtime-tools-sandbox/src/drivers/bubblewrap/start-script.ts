import { basename } from 'node:path';
import { DESCRIPTORS } from './run-arguments.ts';

/** How a run begins: a shell that opens bubblewrap's files and becomes bubblewrap. */
export interface StartScript {
  readonly shell: 'sh' | 'bash';
  readonly text: string;
  /** Descriptors that bubblewrap closes, for nothing is behind them. */
  readonly emptyDescriptors: readonly number[];
}

/**
 * For whoever starts it with nothing behind the descriptors that would be inherited. Bubblewrap takes them for empty
 * lists of arguments and closes them, so that the system's smaller shell will do, which starts sooner.
 */
export function startWithHidden(inheritable: readonly number[]): StartScript {
  const hidden = inheritable.filter(isNotOurs);
  const isShown = hidden.map((descriptor) => `[ /proc/self/fd/${descriptor} -ef /dev/null ] || exit 125`);
  return { shell: 'sh', text: scriptOf({ first: isShown, close: [] }), emptyDescriptors: hidden };
}

/** For whoever starts it with all descriptors that are inherited. Only bash can close those above 9. */
export function startWithInherited(inheritable: readonly number[]): StartScript {
  const close = inheritable.filter(isNotOurs);
  const shell = close.some((descriptor) => descriptor > 9) ? 'bash' : 'sh';
  return { shell, text: scriptOf({ first: [], close }), emptyDescriptors: [] };
}

function isNotOurs(descriptor: number): boolean {
  return !Object.values<number>(DESCRIPTORS).includes(descriptor);
}

/**
 * Opens the files, sets the limits, and offers the run to the kernel first when memory runs out. It takes the three
 * files, a file to join a control group by or nothing, the limits, and then the command. Runs outside, and nothing of a
 * call is in its text.
 */
function scriptOf({ first, close }: { readonly first: readonly string[]; readonly close: readonly number[] }): string {
  const { arguments: given, status, filter } = DESCRIPTORS;
  return [
    ...first,
    // What is inside ends with bubblewrap, and need not be looked for by the mark that programs carry.
    'unset TOOLBOX_PROCESS_MARK',
    'a=$1 s=$2 f=$3 g=$4',
    // Where the host's own limit is lower, that one stays. A soft limit comes first, for none is above its hard one.
    '{ ulimit -c 0; ulimit -S -t $5; ulimit -H -t $6; ulimit -d $7; ulimit -n $8; ulimit -f $9; } 2>/dev/null',
    'shift 9',
    'if [ -n "$g" ]; then echo 0 >"$g" || exit 125; fi',
    '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
    `exec "$@" ${given}<"$a" ${status}>"$s" ${filter}<"$f"${close.map((descriptor) => ` ${descriptor}>&-`).join('')}`,
  ].join('\n');
}

/** A bash whose input is a socket, as Node's pipes are, may take itself for a remote login and read the user's start-up file. */
export function startFlags(shell: string): readonly string[] {
  return basename(shell) === 'bash' ? ['--norc'] : [];
}
