import { basename } from 'node:path';
import { DESCRIPTORS } from './run-arguments.ts';

/**
 * Opens bubblewrap's files, closes what this process would pass on, and offers the run to the kernel first when memory
 * runs out. It takes the three files, a file to join a control group by or nothing, the limits, and then the command. Runs outside,
 * and nothing of a call is in its text.
 */
export function startScript(inheritable: readonly number[]): string {
  const { arguments: given, status, filter } = DESCRIPTORS;
  const kept = Object.values<number>(DESCRIPTORS);
  const close = inheritable.filter((descriptor) => !kept.includes(descriptor)).map((descriptor) => ` ${descriptor}>&-`);
  return [
    // What is inside ends with bubblewrap, and need not be looked for by the mark that programs carry.
    'unset TOOLBOX_PROCESS_MARK',
    'a=$1 s=$2 f=$3 g=$4',
    // Where the host's own limit is lower, that one stays.
    '{ ulimit -c 0; ulimit -H -t $6; ulimit -S -t $5; ulimit -d $7; ulimit -n $8; ulimit -f $9; } 2>/dev/null',
    'shift 9',
    'if [ -n "$g" ]; then echo 0 >"$g" || exit 125; fi',
    '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
    `exec "$@" ${given}<"$a" ${status}>"$s" ${filter}<"$f"${close.join('')}`,
  ].join('\n');
}

/** Only bash can close descriptors above 9; where none are open, the system's smaller shell starts sooner. */
export function startShell(inheritable: readonly number[]): string {
  return inheritable.some((descriptor) => descriptor > 9) ? 'bash' : 'sh';
}

/** A bash whose input is a socket, as Node's pipes are, may take itself for a remote login and read the user's start-up file. */
export function startFlags(shell: string): readonly string[] {
  return basename(shell) === 'bash' ? ['--norc'] : [];
}
