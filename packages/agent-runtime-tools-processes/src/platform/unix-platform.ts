import { execFile } from 'node:child_process';
import { inheritedNames } from '../environment/inherited-names.ts';
import type { FoundProcess, Platform, RootProcess } from './platform.ts';
import { groupExists, signalGroup } from './signal-group.ts';
import { spawnInGroup } from './spawn-in-group.ts';

/**
 * macOS and the BSDs: process groups as on Linux, but no /proc. `ps` runs only if processes are left in the group or the
 * program had to be stopped. A descendant that left the group and closed the output is not found after a clean exit.
 */
export const unixPlatform: Platform = {
  hasGroups: true,
  inheritedNames: [...inheritedNames, '__CF_USER_TEXT_ENCODING'],
  ignoresCase: false,
  spawn: (plan) => spawnInGroup(plan, () => Number.POSITIVE_INFINITY),
  signalTree: signalGroup,
  groupExists,
  mayHaveDescendants: () => false,
  outputPipesOf: () => [],
  outputHolders: () => [],
  descendants,
  pidsWithMarks: () => [],
  isReadingInput: async () => undefined,
  freeDescriptors: () => Number.POSITIVE_INFINITY,
};

async function descendants(root: RootProcess): Promise<readonly FoundProcess[]> {
  const found = belongingTo(root, processesOf(await ps('axeww', '-o', COLUMNS)));
  if (found.length === 0) return [];
  // List them again without their environments, which must not appear in reports.
  const named = processesOf(await ps('-ww', '-o', COLUMNS, '-p', found.map(({ pid }) => pid).join(',')));
  return named.map(({ pid, group, line }) => ({
    pid,
    command: line.slice(0, MAX_COMMAND),
    inGroup: group === root.pid,
  }));
}

const COLUMNS = 'pid=,ppid=,pgid=,stat=,command=';
const MAX_COMMAND = 500;

function belongingTo(root: RootProcess, table: readonly Row[]): readonly Row[] {
  const found = new Map<number, Row>();
  const isOurs = ({ parent, group, line }: Row): boolean =>
    line.includes(root.mark) || found.has(parent) || (!root.groupGone && group === root.pid);
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const one of table) if (one.pid !== process.pid && !found.has(one.pid) && isOurs(one)) found.set(one.pid, one);
  }
  return [...found.values()];
}

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The command, its arguments and, where `ps` shows it, the environment. */
  readonly line: string;
}

/** Parses the output of `ps`, without zombies. */
export function processesOf(text: string): readonly Row[] {
  const rows: Row[] = [];
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (match === null || match[4]?.startsWith('Z')) continue;
    rows.push({ pid: Number(match[1]), parent: Number(match[2]), group: Number(match[3]), line: match[5] ?? '' });
  }
  return rows;
}

function ps(...args: readonly string[]): Promise<string> {
  const options = { timeout: 2000, maxBuffer: 64 * 1024 * 1024, env: { PATH: '/bin:/usr/bin:/sbin:/usr/sbin' } };
  return new Promise((resolve) => {
    execFile('ps', args, options, (_error, stdout) => resolve(stdout));
  });
}
