import { inheritedNames } from '../environment/inherited-names.ts';
import { isReadingInput } from './linux-input.ts';
import {
  commandOf,
  descriptorLimit,
  freeDescriptors,
  lastPid,
  markedPids,
  mayBeMarked,
  openFiles,
  outputsOf,
  processIds,
  readProcess,
  tickBefore,
} from './linux-proc.ts';
import type { LinuxProcess } from './linux-proc.ts';
import { isYoung, snapshotFor } from './linux-snapshot.ts';
import type { FoundProcess, Platform, Root } from './platform.ts';
import { groupExists, signalGroup } from './signal-group.ts';

export const linuxPlatform: Platform = {
  hasGroups: true,
  inheritedNames,
  ignoresCase: false,
  signalTree: signalGroup,
  groupExists,
  mayHaveLeft,
  descendants,
  outputsOf,
  holders,
  marked: markedPids,
  isReadingInput: async (root) =>
    isReadingInput(
      root.pid,
      (await descendants(root)).map(({ pid }) => pid),
    ),
  freeDescriptors,
  descriptorLimit,
};

/**
 * Linux hands out process ids in order and tells the last one it gave. Whatever a program started has an id between
 * its own and that one, so a short program is checked by looking at a few ids, most of which are gone.
 */
function mayHaveLeft(root: Root, isLeader: (pid: number) => boolean): boolean {
  const last = isYoung(root) ? lastPid() : undefined;
  if (last === undefined || last < root.pid) return true;
  const unknown = idsBetween(root.pid, last).filter((pid) => !isLeader(pid));
  return unknown.length > MANY || unknown.some((pid) => mayBeMarked(pid, root.mark));
}

/** Every id where there are few, else those in use: asking for each costs more than a list. */
function idsBetween(first: number, last: number): readonly number[] {
  if (last - first <= FEW) return Array.from({ length: last - first }, (_, index) => first + 1 + index);
  return processIds().filter((pid) => pid > first && pid <= last);
}

const FEW = 32;
const MANY = 200;

/** By mark, by group and session, and by parent. */
async function descendants(root: Root): Promise<readonly FoundProcess[]> {
  const found = belongingTo(root, await snapshotFor(root));
  return found.map(({ pid, group }) => ({ pid, command: commandOf(pid), inGroup: group === root.pid }));
}

function belongingTo(root: Root, all: readonly LinuxProcess[]): readonly LinuxProcess[] {
  const found = new Map<number, LinuxProcess>();
  const isOurs = ({ marks, parent, group, session }: LinuxProcess): boolean =>
    marks.includes(root.mark) || found.has(parent) || (!root.groupGone && (group === root.pid || session === root.pid));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const one of all) if (!found.has(one.pid) && isOurs(one)) found.set(one.pid, one);
  }
  return [...found.values()];
}

/** One of a process's files is enough: nobody but descendants can have got it. */
function holders({ outputs = [], pid: root, startedAt }: Root): readonly FoundProcess[] {
  if (outputs.length === 0) return [];
  const since = tickBefore(performance.now() - startedAt);
  return processIds()
    .filter((pid) => readProcess(pid, since) !== undefined && openFiles(pid).some((file) => outputs.includes(file)))
    .map((pid) => ({ pid, command: commandOf(pid), inGroup: pid === root }));
}
