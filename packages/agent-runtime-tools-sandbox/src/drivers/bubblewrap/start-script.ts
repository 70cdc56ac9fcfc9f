import { basename } from 'node:path';
import { DESCRIPTORS } from './bubblewrap-arguments.ts';

/** A shell script that opens the files of bubblewrap, sets the limits and then executes bubblewrap. */
export interface StartScript {
  readonly shell: 'sh' | 'bash';
  readonly text: string;
  /** Descriptors of /dev/null that bubblewrap closes. */
  readonly emptyDescriptors: readonly number[];
}

/**
 * For a caller that has replaced the inheritable descriptors by /dev/null. Bubblewrap reads them as empty argument lists and
 * closes them, so the faster `sh` is sufficient. The script checks that they really are /dev/null.
 */
export function scriptForHiddenDescriptors(inheritable: readonly number[]): StartScript {
  const hidden = inheritable.filter(isForeignDescriptor);
  const isShown = hidden.map((descriptor) => `[ /proc/self/fd/${descriptor} -ef /dev/null ] || exit 125`);
  return { shell: 'sh', text: scriptOf({ first: isShown, close: [] }), emptyDescriptors: hidden };
}

/** For a caller that passes all inherited descriptors on. The script closes them; only bash can close those above 9. */
export function scriptForInheritedDescriptors(inheritable: readonly number[]): StartScript {
  const close = inheritable.filter(isForeignDescriptor);
  const shell = close.some((descriptor) => descriptor > 9) ? 'bash' : 'sh';
  return { shell, text: scriptOf({ first: [], close }), emptyDescriptors: [] };
}

function isForeignDescriptor(descriptor: number): boolean {
  return !Object.values<number>(DESCRIPTORS).includes(descriptor);
}

/**
 * The script runs outside the sandbox, so nothing of a call may be part of its text. Its arguments are the three files, the
 * file to join a control group (or nothing), the limits, and the command. It also makes the run the first candidate of the
 * kernel's out-of-memory killer.
 */
function scriptOf({ first, close }: { readonly first: readonly string[]; readonly close: readonly number[] }): string {
  const { arguments: given, status, filter } = DESCRIPTORS;
  return [
    ...first,
    // Everything inside ends with bubblewrap, so the process service need not find it by its mark.
    'unset TOOLBOX_PROCESS_MARK',
    'a=$1 s=$2 f=$3 g=$4',
    // A lower limit of the host stays. The soft limit is set first, because it must not exceed the hard limit.
    '{ ulimit -c 0; ulimit -S -t $5; ulimit -H -t $6; ulimit -d $7; ulimit -n $8; ulimit -f $9; } 2>/dev/null',
    'shift 9',
    'if [ -n "$g" ]; then echo 0 >"$g" || exit 125; fi',
    '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
    `exec "$@" ${given}<"$a" ${status}>"$s" ${filter}<"$f"${close.map((descriptor) => ` ${descriptor}>&-`).join('')}`,
  ].join('\n');
}

/** Node's pipes are sockets, and a bash with a socket as input may assume a remote login and read ~/.bashrc. */
export function startFlags(shell: string): readonly string[] {
  return basename(shell) === 'bash' ? ['--norc'] : [];
}
