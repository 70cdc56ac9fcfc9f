import { execFile } from 'node:child_process';
import { inheritedNames } from '../environment/inherited-names.ts';
import type { FoundProcess, Platform, Root } from './platform.ts';
import { groupExists, signalGroup } from './signal-group.ts';

/**
 * macOS and the BSDs: groups as on Linux, but no file system of processes. `ps` is asked only when something was
 * left in the group or had to be ended; a program that left its group and closed its output after a clean exit is
 * not noticed.
 */
export const unixPlatform: Platform = {
  hasGroups: true,
  inheritedNames: [...inheritedNames, '__CF_USER_TEXT_ENCODING'],
  ignoresCase: false,
  signalTree: signalGroup,
  groupExists,
  mayHaveLeft: () => false,
  outputsOf: () => [],
  holders: () => [],
  descendants,
  marked: () => [],
  isReadingInput: async () => undefined,
  freeDescriptors: () => Number.POSITIVE_INFINITY,
  descriptorLimit: () => Number.POSITIVE_INFINITY,
};

async function descendants(root: Root): Promise<readonly FoundProcess[]> {
  const found = belongingTo(root, processesOf(await ps('axeww', '-o', COLUMNS)));
  if (found.length === 0) return [];
  // Asked for again without the environment, which is nobody's to read in a report.
  const named = processesOf(await ps('-ww', '-o', COLUMNS, '-p', found.map(({ pid }) => pid).join(',')));
  return named.map(({ pid, group, line }) => ({
    pid,
    command: line.slice(0, MAX_COMMAND),
    inGroup: group === root.pid,
  }));
}

const COLUMNS = 'pid=,ppid=,pgid=,stat=,command=';
const MAX_COMMAND = 500;

function belongingTo(root: Root, table: readonly Row[]): readonly Row[] {
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
  /** Command, arguments and, as far as the system shows it, environment. */
  readonly line: string;
}

/** Reads what `ps` prints; zombies are left out. */
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
